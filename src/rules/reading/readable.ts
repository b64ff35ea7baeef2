// Guards a check that hands the text to a markdown parser: size, binary text and depth become findings.
import { checkError } from '../check.ts'
import type { Artifact, Finding } from '../check.ts'
import { unfit } from './document.ts'

const maxMarkdown = 2_000_000

export function readable<F extends Finding | Promise<Finding>>(artifact: Artifact, run: () => F): F | Finding {
  const refused = unfit(artifact, maxMarkdown)
  if (refused) return refused
  try {
    return run()
  } catch (error) {
    if (error instanceof RangeError) return checkError('the text is nested too deeply to be read as markdown')
    throw error
  }
}
