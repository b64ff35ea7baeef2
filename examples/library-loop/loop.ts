// A loop run by a program: a maker of its own, a rule that ships, a check of its own. Nothing is kept on disk.
import { strict as assert } from 'node:assert'
import { defineMaker, runLoop } from 'whetstone'
import { noShouting } from '../library-check/check.ts'

// Any function can make: call a model, a program, or, as here, nobody.
const author = defineMaker({
  name: 'author',
  make({ role }) {
    if (role === 'plan') return { plan: ['Name the tool', 'Say how to install it', 'Say how to use it'] }
    if (role === 'critique') return { issues: [{ rule_id: 'a.style.calm', problem: 'A line is in capitals.', fix_instruction: 'Write it as a sentence.', expected_effect: 'Nothing is shouted.' }] }
    return role === 'produce' ? '# tidy\n\n## Install\n\nNPM INSTALL TIDY\n\n## Usage\n\nRun it.\n' : '# tidy\n\n## Install\n\nnpm install tidy\n\n## Usage\n\nRun it.\n'
  },
})

const result = await runLoop({
  task: 'Write the README of tidy',
  maker: author,
  checks: [noShouting],
  rules: [
    { id: 'a.completeness.sections', description: 'Install and Usage are there, in this order', severity: 'fail', check: { kind: 'markdown.sections', required: ['Install', 'Usage'], ordered: true } },
    { id: 'a.style.calm', description: 'Nothing is shouted', severity: 'fail', check: { kind: 'house.no-shouting' } },
  ],
})

assert.equal(result.passed, true)
assert.equal(result.iterations, 2)
assert.equal(result.artifact?.includes('npm install tidy'), true)
process.stdout.write(`${result.status} after ${result.iterations} iterations: ${result.reason}, score ${result.score}\n`)
