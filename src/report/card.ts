// Colours a card, an iteration's block and notes line by line, whatever workflow wrote them.
import { type Look, type Meaning, fit } from './look.ts'

/** What the first words of a line mean, first match first. */
const meanings: readonly (readonly [RegExp, Meaning])[] = [
  [/^(?:Passed|Completed|FROZEN|── .* PASS ──)/, 'good'],
  [/^(?:Failed|FAILED|Needs rework|error|phase_error|── .* FAIL ──)/, 'bad'],
  [
    /^(?:Ended|Stopped|Needs review|Accepted|Force-passed|CANDIDATE|Waits|Waiting|Interrupted|waiting|warning|Warning|Note|Flagged|Broke)/,
    'warn',
  ],
]

export function paintCard(text: string, { paint, width }: Look): string {
  return fit(text, width)
    .split('\n')
    .map((line) => {
      const head = /^(── .* ──|[A-Za-z_-]+(?: [a-z]+){0,3})(?=[:,]|$)/.exec(line)?.[0] ?? ''
      const meaning = meanings.find(([words]) => words.test(line))?.[1]
      if (meaning && head) return `${paint[meaning](head)}${quoted(line.slice(head.length), paint.calm)}`
      if (/[█·]{20}/.test(line)) return line.replace(/█+/, (full) => paint.calm(full))
      if (
        /^(?:Next|Report|Artifact|Preview|Design|Session|Spent|Asked by|Plan|Hash|Changed|Failed|Warnings|Tasks|Branch|Pull request):/.test(
          line,
        )
      ) {
        const at = line.indexOf(':') + 1
        return `${paint.dim(line.slice(0, at))}${quoted(line.slice(at), paint.calm)}`
      }
      return line.replace(/^ {2}\+\d[\d.]*/, (gain) => paint.good(gain))
    })
    .join('\n')
}

/** Commands to type. */
const quoted = (text: string, paint: (text: string) => string) => text.replaceAll(/`[^`\n]+`/g, (command) => paint(command))
