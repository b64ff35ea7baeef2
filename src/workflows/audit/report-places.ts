// Where a finding is: the file it names and the line, which may stand apart in the text, in another field or in what it is listed under.
import { plain } from './markdown-lines.ts'
import { severityWord } from './report-words.ts'

/** `tokens.json:14`, `specs/button.md:7-9`, `tokens.json line 14`, `line 14 of tokens.json`, `tokens.json#L14`; the file alone where no line is given. */
export function referenceIn(text: string): string | null {
  const found = mentionsIn(text)
  const first = found.find(({ file, line }) => file && line)
  // A link names the file and leads to its whole path.
  const whole = first && (found.find(({ file, line }) => line === first.line && file?.endsWith(`/${first.file}`)) ?? first)
  if (whole) return `${whole.file}:${whole.line}`
  const at = found.findIndex(({ file }) => file)
  if (at === -1) return null
  const next = found[at + 1]?.line ?? found.slice(0, at).at(-1)?.line
  return next ? `${found[at]!.file}:${next}` : found[at]!.file!
}

/** `own` is what the finding itself says, `around` what it stands under, the nearest first. */
export function placeOf(own: readonly string[], around: readonly string[]): string | null {
  const said = own.map(referenceIn)
  const whole = said.find((each) => each?.includes(':'))
  if (whole) return whole
  const [mine, others] = [own, around].map((texts) => texts.flatMap(mentionsIn))
  const line = mine!.find((each) => each.line)?.line
  const file = mine!.find((each) => each.file)?.file
  if (file) return line ? `${file}:${line}` : file
  const near = others!.find((each) => each.file)
  if (!near) return null
  const number = line ?? near.line ?? others!.find((each) => each.line)?.line
  return number ? `${near.file}:${number}` : near.file!
}

interface Mention {
  readonly file?: string
  readonly line?: string
}

/** Files and lines in the order of the text. */
function mentionsIn(text: string): Mention[] {
  const words = text.slice(0, 2000).split(/[\s`'"()[\]{}<>,;|*]+/)
  return words.flatMap((word, index): Mention[] => {
    const parts = /^([^:#]{1,300})(?::|#L)(\d{1,7})(?:[:–-]\d{1,7})?[.:]?$/.exec(word)
    if (parts && (isFile(parts[1]!) || (isPath(parts[1]!) && !/^[\d.]+$/.test(parts[1]!)))) return [{ file: parts[1]!, line: parts[2]! }]
    const line =
      /^L(\d{1,6})(?:[–-]L?\d{1,6})?[.:]?$/.exec(word)?.[1] ??
      (lineWord.test(word) ? /^\d{1,7}/.exec(words[index + 1] ?? '')?.[0] : undefined)
    if (line !== undefined) return [{ line }]
    const file = word.replace(/[.:]+$/, '')
    if (!isFile(file) && !(file.includes('/') && isPath(file))) return []
    return [{ file }]
  })
}

const lineWord = /^(?:lines?|l(?=\.)|zeilen?|lignes?)[:.]?$/i

/** With a folder or a line beside it, any ending will do. */
function isPath(word: string): boolean {
  return /^(?:[\w.@-]{1,100}\/){0,12}[\w.@-]{0,120}\.[A-Za-z]\w{0,9}$/.test(word)
}

function isFile(word: string): boolean {
  return (
    isPath(word) &&
    /\.(?:json|jsonc|md|markdown|css|scss|sass|less|ts|tsx|js|jsx|mjs|vue|svelte|html|yaml|yml|svg|csv|txt|tokens|java|kts?|py|rb|go|rs|c|cc|cpp|h|hpp|cs|php|swift|dart|sql|sh|toml|xml|ini|gradle|scala|exs?|lua|tf|proto|graphql)$/i.test(
      word,
    )
  )
}

/** `DG-03`, `R2-01`, `F1 [P0]`: what a finding is called by. */
export function codeIn(text: string): string | undefined {
  const code = /^(?:(?:Critical|High|Medium|Low): )?([A-Z]{1,5}\d?-\d{1,4}(?![\w-])|[A-Z]{1,3}\d{1,3}(?=\s?[\])[(:.–—]))/.exec(
    plain(text).replace(/^[[(]/, ''),
  )?.[1]
  return code && severityWord(code) === null ? code : undefined
}
