// Verdicts as SARIF 2.1.0: every rule described, every failure at its line.
import type { Rule, Severity } from '../schema/rule.ts'
import type { Finding, Verdict } from '../schema/verdict.ts'
import type { Judged } from './junit.ts'
import { evidenceText, statement } from './words.ts'

export function sarif(judged: readonly Judged[]): string {
  const rules = [...new Map(judged.flatMap((each) => each.rules).map((rule) => [rule.id, rule])).values()]
  const demands = Object.assign({}, ...judged.map((each) => each.demands ?? {})) as Record<string, string>
  const index = new Map(rules.map((rule, at) => [rule.id, { rule, at }]))
  const errors = judged.flatMap(({ file, verdicts }) =>
    verdicts.filter((verdict) => verdict.outcome === 'error').map((verdict) => notification(verdict, file)),
  )
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'whet', rules: rules.map((rule) => describeRule(rule, demands[rule.id])) } },
        columnKind: 'utf16CodeUnits',
        artifacts: judged.map(({ file }) => ({ location: { uri: toUri(file) } })),
        invocations: [{ executionSuccessful: errors.length === 0, toolExecutionNotifications: errors }],
        results: judged.flatMap(({ file, verdicts }) =>
          verdicts.flatMap((verdict) => results({ verdict, known: index.get(verdict.ruleId), file })),
        ),
      },
    ],
  }
  return `${JSON.stringify(log, null, 2)}\n`
}

const levels: Record<Severity, string> = { fail: 'error', warn: 'warning', info: 'note' }

function describeRule(rule: Rule, demand: string | undefined) {
  return {
    id: rule.id,
    shortDescription: { text: rule.description },
    ...(demand && { fullDescription: { text: statement(rule.description, demand) } }),
    defaultConfiguration: { level: levels[rule.severity] },
    properties: { severity: rule.severity, weight: rule.weight, phase: rule.phase },
  }
}

/** One result per place, since viewers mark each on its line; passed and not-applicable rules give none. */
function results({ verdict, known, file }: { verdict: Verdict; known: { rule: Rule; at: number } | undefined; file: string }) {
  if (verdict.outcome !== 'fail' && verdict.outcome !== 'unknown') return []
  const failed = verdict.outcome === 'fail'
  const shared = {
    ruleId: verdict.ruleId,
    ...(known && { ruleIndex: known.at }),
    kind: failed ? 'fail' : 'open',
    level: failed ? levels[known?.rule.severity ?? 'fail'] : 'none', // SARIF grades only failures
  }
  const placed = failed ? verdict.evidence.filter((each) => each.location?.line !== undefined) : []
  if (placed.length > 0)
    return placed.map((each) => ({ ...shared, message: { text: `${verdict.message}: ${words(each)}` }, locations: [place(each, file)] }))
  const text = [verdict.message, ...verdict.evidence.map(words)].join('\n')
  return [{ ...shared, message: { text }, locations: [{ physicalLocation: { artifactLocation: { uri: toUri(file) } } }] }]
}

function place({ location, quote }: Finding, file: string) {
  const region = {
    startLine: location?.line,
    ...(location?.column !== undefined && { startColumn: location.column }),
    ...(quote !== undefined && { snippet: { text: quote } }),
  }
  return {
    physicalLocation: { artifactLocation: { uri: toUri(location?.file ?? file) }, region },
    ...(location?.pointer && { logicalLocations: [{ fullyQualifiedName: location.pointer }] }),
  }
}

function notification(verdict: Verdict, file: string) {
  return {
    level: 'error',
    message: { text: [verdict.message, ...verdict.evidence.map(words)].join('\n') },
    associatedRule: { id: verdict.ruleId },
    locations: [{ physicalLocation: { artifactLocation: { uri: toUri(file) } } }],
  }
}

/** The region holds place and quote. */
const words = ({ quote: _quote, ...rest }: Finding) => evidenceText(rest, { placed: false, longest: 2000 })

/** A relative reference: a colon in its first segment would read as a scheme. */
function toUri(path: string): string {
  return path.toWellFormed().replaceAll('\\', '/').split('/').map(encodeURIComponent).join('/')
}
