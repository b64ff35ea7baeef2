// Guards checks that pass text to a markdown parser: excessive size, binary text and tangles become findings.
import { checkError } from '../check.ts'
import type { Artifact, CheckResult } from '../check.ts'
import { unfit } from './document.ts'
import { oncePer } from './once-per.ts'

export function readable<F extends CheckResult | Promise<CheckResult>>(artifact: Artifact, run: () => F): F | CheckResult {
  const refused = refusal(artifact)
  if (refused) return refused
  try {
    return run()
  } catch (error) {
    if (error instanceof RangeError) return checkError('the text is nested too deeply to read as markdown')
    throw error
  }
}

const maxMarkdown = 1_000_000
const maxMarks = 2000

const refusal = oncePer((artifact: Artifact): CheckResult | undefined => unfit(artifact, maxMarkdown) ?? tangled(artifact))

/** The parser's time is quadratic in a paragraph's emphasis marks and in the list or quote marks before it. */
function tangled(artifact: Artifact): CheckResult | undefined {
  let marks = 0
  let number = 0
  for (const line of artifact.text.split('\n')) {
    number++
    const cellsOfTheirOwn = line.trimStart().startsWith('|')
    if (cellsOfTheirOwn || line.trim() === '') marks = 0
    marks += line.match(/[*_~]+/g)?.length ?? 0
    const location = { file: artifact.name, line: number }
    if (marks > maxMarks)
      return checkError('the text is too tangled to read as markdown', [
        { message: `a paragraph with more than ${maxMarks} emphasis marks`, location },
      ])
    if (/^(?:[ \t]{0,9}(?:>|[-*+][ \t]|\d{1,9}[.)][ \t])){100}/.test(line))
      return checkError('the text is nested too deeply to read as markdown', [
        { message: 'a hundred lists or quotes inside each other', location },
      ])
  }
  return undefined
}
