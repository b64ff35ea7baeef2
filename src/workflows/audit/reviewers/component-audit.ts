// The component audit: states described, token references that exist, values taken from tokens, no placeholders left.
import { type Check, type Fault, check } from './check.ts'
import { type ComponentSpec, readSpecs, states } from './component-specs.ts'
import type { SourceFile, TokenSet } from '../../../rules/page/token-files.ts'

interface ComponentAudit {
  readonly specs: readonly ComponentSpec[]
  readonly checks: readonly Check[]
  readonly notes: readonly string[]
}

export function auditComponents(files: readonly SourceFile[], tokens: TokenSet): ComponentAudit {
  const specs = readSpecs(files)
  const notes: string[] = []
  const known = tokens.tokens.size > 0
  if (specs.length > 0 && !known) notes.push('There are no tokens to compare with, so token references were not checked.')
  const cssNames = new Set([...tokens.tokens.keys()].map(cssName))
  return {
    specs,
    notes,
    checks: specs.flatMap((spec) => [...stateChecks(spec), ...lineChecks(spec, known ? { tokens, cssNames } : null), accessNotes(spec)]),
  }
}

/** The focus state counts for accessibility, the others for completeness; a state declared not applicable counts for neither, nor does an error state nobody mentions. */
function stateChecks(spec: ComponentSpec): Check[] {
  return states.flatMap((state) => {
    const is = spec.described.get(state)
    if (is === 'not applicable' || (state === 'error' && is === undefined && !spec.named.has(state))) return []
    const line = spec.named.get(state) ?? spec.line
    const fault = {
      at: `${spec.path}:${line}`,
      message: `${spec.name}: the ${state} state is ${spec.named.has(state) ? 'named but not described' : 'missing'}`,
    }
    return [check(state === 'focus' ? 'focus-state' : 'states', is === 'described' ? null : fault)]
  })
}

function lineChecks(spec: ComponentSpec, known: { tokens: TokenSet; cssNames: ReadonlySet<string> } | null): Check[] {
  const checks: Check[] = []
  let placeholder: Fault | null = null
  spec.text.split(/\r\n|\n|\r/).forEach((full, index) => {
    const line = full.slice(0, 4000)
    const at = `${spec.path}:${spec.line + index}`
    const references = known ? referencesIn(line, known.tokens.groups) : []
    for (const { shown, name, css } of references) {
      const exists = css ? known!.cssNames.has(name) : known!.tokens.tokens.has(name)
      checks.push(
        check('token-reference', exists ? null : { at, message: `${spec.name} refers to ${shown}, which doesn't match any token` }),
      )
    }
    // Three digits without a letter or a leading zero are more likely the number of an issue.
    const raw = /(?:^|[\s:`"'(|])(#(?:[0-9a-fA-F]{8}|[0-9a-fA-F]{6}|(?=0|\d{0,2}[a-fA-F])[0-9a-fA-F]{3}))(?![\w-])/.exec(line)?.[1]
    // A value beside a token reference explains the token; alone it stands in its place.
    if (raw !== undefined && !anyReference.test(line))
      checks.push(check('raw-value', { at, message: `${spec.name} uses the hard-coded colour ${raw} where a token is expected` }))
    else if (anyReference.test(line)) checks.push(check('raw-value', null))
    if (placeholder === null && /\b(?:TBD|TODO|FIXME|lorem ipsum)\b/i.test(line))
      placeholder = { at, message: `${spec.name}: documentation is unfinished, a placeholder is left` }
  })
  checks.push(check('placeholder', placeholder))
  return checks
}

function accessNotes(spec: ComponentSpec): Check {
  const said = /\b(?:keyboard|aria|screen[ -]reader|tab order|role)\b|\baria-/i.test(spec.text)
  return check(
    'access-notes',
    said ? null : { at: `${spec.path}:${spec.line}`, message: `${spec.name}: documentation says nothing of keyboard use or ARIA roles` },
  )
}

const anyReference = /\{[A-Za-z][\w-]{0,60}\.[\w.-]{1,200}\}|var\(--/

function referencesIn(line: string, groups: ReadonlySet<string>): { shown: string; name: string; css: boolean }[] {
  const found: { shown: string; name: string; css: boolean }[] = []
  for (const match of line.matchAll(/\{([A-Za-z][\w-]{0,60}(?:\.[\w-]{1,60}){1,12})\}/g))
    found.push({ shown: match[0], name: match[1]!, css: false })
  for (const match of line.matchAll(/var\(--([\w-]{1,120})/g))
    found.push({ shown: `--${match[1]}`, name: match[1]!.toLowerCase(), css: true })
  for (const match of line.matchAll(/`\$?([A-Za-z][\w-]{0,60}(?:\.[\w-]{1,60}){1,12})`/g))
    if (groups.has(match[1]!.split('.', 1)[0]!)) found.push({ shown: match[0], name: match[1]!, css: false })
  for (const match of line.matchAll(/(?<![\w.`${/-])([A-Za-z][\w-]{0,60}(?:\.[\w-]{1,60}){1,12})(?![\w`}/(-]|\.\w)/g))
    if (groups.has(match[1]!.split('.', 1)[0]!) && !fileEnding.test(match[1]!))
      found.push({ shown: match[1]!, name: match[1]!, css: false })
  return found
}

/** `spacing.md` in plain words is a size as well as a file, so it is left alone. */
const fileEnding = /\.(?:md|json|css|scss|ts|tsx|js|html|svg|ya?ml)$/i

function cssName(name: string): string {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replaceAll('.', '-')
    .toLowerCase()
}
