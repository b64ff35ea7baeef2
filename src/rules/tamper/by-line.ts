// Tests in a language without a grammar: compared line by line, and said to be.
import type { Tree } from './files.ts'
import { partOf } from './files.ts'
import { surplus } from './read.ts'
import type { Licence } from './licence.ts'
import { type Change, type Tampering, tampering } from './tampering.ts'

const how = 'compared line by line, as its language is not read'
const skips =
  /@(?:Ignore|Disabled)\b|\[(?:Ignore|Skip|Explicit)\b|\bSkip\s*=|markTestSkipped|markTestIncomplete|XCTSkip|@tag :skip|\bxit\b|\bpending\b|\bGTEST_SKIP|\bDISABLED_|\bskip:\s*(?:true|['"])|\.skip\b|#\[ignore|\bplan skip_all/
const says = /assert|expect|should|verify|require|check|test|fail|throw|raise|must|equal|->|==|!=/i

export function findByLine(change: Change, { tree, licence }: { tree: Tree; licence: Licence }): Tampering[] {
  if (change.before === null || partOf(change.path) !== 'test') return []
  if (change.after === null) {
    const moved = Object.entries(tree).some(([path, text]) => path !== change.path && text === change.before && partOf(path) === 'test')
    return moved || (licence.removal && licence.mayEdit(change.path))
      ? []
      : [tampering(change, 'test-removed', `${change.path} was deleted`)]
  }
  const [was, is] = [linesOf(change.before), linesOf(change.after)]
  const gone = surplus(was, is)
  const added = surplus(is, was)
  const skipped = added.filter((line) => skips.test(line))
  const lost = gone.filter((line) => says.test(line))
  // A line for a line: the task may ask for other values in it, never for fewer lines that say something.
  const excused = licence.changes([change.path, ...lost]) && added.filter((line) => says.test(line)).length >= lost.length
  return [
    ...(licence.skips([change.path, ...skipped])
      ? []
      : skipped.map((line) => tampering(change, 'test-skipped', `${how}: ${line.slice(0, 80)}`, lineOf(change.after ?? '', line)))),
    ...(lost.length === 0 || excused || licence.mayEdit(change.path)
      ? []
      : [
          tampering(
            change,
            'assertion-weakened',
            `${how}: ${lost.length} ${lost.length === 1 ? 'line is' : 'lines are'} gone, such as ${lost[0]?.slice(0, 80)}`,
          ),
        ]),
  ]
}

/** Without blanks, and without comments that fill their line. */
function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(
      (line) =>
        line !== '' && !/^(?:\/\/|#(?![[\w])|\*|\/\*|--|;)/.test(line) && !/^(?:import|using|use|#include|package|namespace)\b/.test(line),
    )
}

function lineOf(text: string, line: string): number {
  return text.split('\n').findIndex((one) => one.trim() === line) + 1
}
