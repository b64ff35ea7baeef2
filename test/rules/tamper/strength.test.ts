// Comparing with true and false: what is not true is false, so the same said in other words is nothing, and its opposite is found.
import { expect, test } from 'vitest'
import type { Tree } from '../../../src/rules/tamper/find-tampering.ts'
import { findTampering } from './trees.ts'

const java = (assertion: string): Tree => ({
  'Shop.java': 'class Shop { boolean isOpen(int day) { return day < 6; } }\n',
  'ShopTest.java': `import org.junit.Test;\nimport static org.junit.Assert.*;\nclass ShopTest { @Test public void sunday() { ${assertion} } }\n`,
})
const python = (assertion: string): Tree => ({
  'shop.py': 'def is_open(day):\n    return day < 6\n',
  'test_shop.py': `from shop import is_open\n\ndef test_sunday():\n    ${assertion}\n`,
})

test.each([
  [java, 'assertTrue(new Shop().isOpen(7) != true);', 'assertFalse(new Shop().isOpen(7));', []],
  [java, 'assertFalse(new Shop().isOpen(7));', 'assertTrue(new Shop().isOpen(7) != true);', []],
  [java, 'assertTrue(new Shop().isOpen(7) == false);', 'assertTrue(new Shop().isOpen(7) != true);', []],
  [java, 'assertTrue(new Shop().isOpen(7) != true);', 'assertTrue(new Shop().isOpen(7) != false);', ['expectation-changed']],
  [java, 'assertFalse(new Shop().isOpen(7));', 'assertTrue(new Shop().isOpen(7) != false);', ['expectation-changed']],
  [python, 'assert is_open(7) != True', 'assert is_open(7) == False', []],
  [python, 'assert is_open(7) != True', 'assert is_open(7) != False', ['expectation-changed']],
  [python, 'assert is_open(7) == False', 'assert is_open(7) != True', ['assertion-weakened']], // not to be True, 3 will do
])('%o: %s → %s', (tree, before, after, found) => {
  const [was, is] = [tree(before), tree(after)]
  expect(findTampering({ before: was, after: is, reliedOn: ['ShopTest.java', 'test_shop.py'] }).map(({ what }) => what)).toEqual(found)
})
