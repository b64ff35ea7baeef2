// A check of your own: metadata and one function from an artifact to a result with findings.
import { defineCheck, fail, pass } from 'whetstone'
import * as z from 'zod'

export const noShouting = defineCheck({
  kind: 'house.no-shouting',
  summary: 'No line is written in capitals alone',
  version: '1',
  params: z.strictObject({ allow: z.array(z.string()).default([]) }),
  run({ params: { allow }, artifact: { text, name } }) {
    const loud = text.split('\n').flatMap((line, index) => (/[A-Z]{2}/.test(line) && line === line.toUpperCase() && !allow.includes(line) ? [{ line: index + 1, text: line }] : []))
    if (loud.length === 0) return pass('nothing is shouted')
    return fail(`${loud.length} of the lines are shouted`, loud.map((each) => ({ message: 'written in capitals', quote: each.text, location: { file: name, line: each.line } })))
  },
})
