import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fare } from '../src/fare.js'

test('a ride that never starts costs the base fare', () => assert.equal(fare(0), 250))
test('two kilometres', () => assert.equal(fare(2), 490))
test('a kilometre begun is paid in full', () => assert.equal(fare(2.1), 610))
test('no ride is shorter than nothing', () => assert.throws(() => fare(-1), RangeError))
