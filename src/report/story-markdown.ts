// A report as Markdown, for a pull request, a chat or a wiki. Foreign text is fenced or escaped.
import { gained, onScale } from '../lib/on-scale.ts'
import { markdownLine } from './markdown.ts'
import { type Story, type StoryFinding, duration, isOpen, moment, named, tellingAt, verdictWords } from './story.ts'

const mostFindings = 100
const mostEvidence = 5
const longestText = 20_000

export function storyMarkdown(story: Story): string {
  const { asked, judged, artifact, changes, decisions } = story
  return [
    `# ${line(story.name)}: ${verdictWords(story)}`,
    `${line(story.project)} · ${story.workflow} · ${moment(story.updatedAt)}`,
    [story.reason && `\`${story.reason}\``, line(story.because, 1000)].filter(Boolean).join(': '),
    story.waits && `Waits: ${line(story.waits, 500)}`,
    asked && `## What was asked\n\n${fenced(asked)}`,
    judged.length > 0 && `## Score\n\n${scores(story)}`,
    `## Findings\n\n${story.findings.map((group) => findings(group, story.findings.length > 1, judged.at(-1)?.scale)).join('\n\n') || 'No problems found.'}`,
    artifact && `## Artifact\n\n\`${artifact.path}\`, ${line(artifact.label)}\n\n${fenced(artifact.text)}`,
    changes.length > 0 &&
      `## What changed\n\n${changes
        .map(({ of, words, hunks }) => {
          const content =
            words !== null
              ? words.map((word) => `- ${line(word, 300)}`).join('\n')
              : fenced((hunks ?? []).map((hunk) => hunk.lines.join('\n')).join('\n⋯\n'), 'diff')
          return `### ${line(of)}\n\n${content}`
        })
        .join('\n\n')}`,
    ...story.tables.map(({ title, columns, rows, empty }) => `## ${title}\n\n${rows.length === 0 ? empty : table(columns, rows)}`),
    `## Decisions\n\n${
      decisions.length === 0
        ? 'No decision was asked of a person.'
        : table(
            ['when', 'decision', 'by', 'assurance', 'words'],
            decisions.map(({ at, what, by, assurance, text }) => [moment(at), what, by, assurance, text]),
          )
    }`,
    `## Spent\n\n${line(story.spent)}`,
    `## Provenance\n\n${story.provenance.map(({ name, value }) => `- ${line(name)}: \`${value.replaceAll('`', "'")}\``).join('\n')}`,
  ]
    .filter(Boolean)
    .join('\n\n')
    .concat('\n')
}

function scores({ judged, distance, startedAt, updatedAt, iteration, maxIterations }: Story): string {
  const facts = [
    ...distance.map(({ name, value }) => `${name}: ${line(value)}`),
    ...(maxIterations > 0 ? [`iterations: ${iteration} of at most ${maxIterations}`] : []),
    `took: ${duration(updatedAt - startedAt)}`,
  ]
  const { dimensions = [], scale = 100 } = judged[tellingAt(judged) - 1] ?? {}
  return [
    table(
      ['evaluation', 'score', 'result'],
      judged.slice(-20).map(({ label, shown, passed }) => [label, shown, passed ? 'passed' : 'not yet']),
    ),
    ...(dimensions.length > 0 ? [dimensions.map(({ name, score }) => `${line(named(name))} ${onScale(score, scale)}`).join(' · ')] : []),
    facts.join(' · '),
  ].join('\n\n')
}

function findings({ label, findings: all }: Story['findings'][number], titled: boolean, scale: number | undefined): string {
  const open = all.filter(isOpen)
  const held = all.length - open.length
  return [
    ...(titled ? [`### ${line(label)}\n`] : []),
    ...(open.length === 0 ? ['No problems found.'] : open.slice(0, mostFindings).flatMap((each) => finding(each, scale))),
    ...(open.length > mostFindings ? [`- … and ${open.length - mostFindings} more`] : []),
    ...(held > 0 ? [`\n${held} ${held === 1 ? 'rule holds or does' : 'rules hold or do'} not apply.`] : []),
  ].join('\n')
}

function finding({ rule, outcome, message, fix, gain, evidence }: StoryFinding, scale: number | undefined): string[] {
  const more = evidence.length - mostEvidence
  return [
    `- **${outcome}** ${line(rule)}${gain ? ` (${gained(gain, scale)})` : ''}: ${line(message, 500)}${fix && fix !== message ? `: ${line(fix, 500)}` : ''}`,
    ...evidence.slice(0, mostEvidence).map(({ where, message: seen, expected, actual, quote }) => {
      const facts = [
        seen,
        expected !== undefined && `expected ${expected}`,
        actual !== undefined && `found ${actual}`,
        quote !== undefined && `saw «${quote}»`,
      ]
      return `  - ${where ? `${line(where)}: ` : ''}${line(facts.filter(Boolean).join('; '), 500)}`
    }),
    ...(more > 0 ? [`  - … and ${more} more`] : []),
  ]
}

function table(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [row(columns), row(columns.map(() => '---')), ...rows.map((cells) => row(cells.map((cell) => line(cell, 300) || ' ')))].join('\n')
}

/** A fence longer than any in the text, so that nothing in it ends the fence. */
function fenced(text: string, language = ''): string {
  const shown = text.length > longestText ? `${text.slice(0, longestText)}\n… ${text.length - longestText} more characters` : text
  const longest = Math.max(2, ...[...shown.matchAll(/`+/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}${language}\n${shown.trimEnd()}\n${fence}`
}

const line = (text: string, longest = 160) => markdownLine(text, longest)
