// Verdicts as JUnit XML: one suite per file, one test case per rule.
import type { Rule, Severity } from '../schema/rule.ts'
import type { Verdict } from '../schema/verdict.ts'
import { evidenceText, statement } from './words.ts'

export interface Judged {
  /** The artifact's path, as shown in evidence. */
  file: string
  verdicts: readonly Verdict[]
  rules: readonly Rule[]
  /** What each rule's check demands, in words. */
  demands?: Readonly<Record<string, string>>
}

export function junit(judged: readonly Judged[]): string {
  const suites = judged.map(suite)
  const all = suites.flatMap(({ elements }) => elements)
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="whet" ${attributes(all)}>`,
    ...suites.flatMap(({ lines }) => lines),
    '</testsuites>',
    '',
  ].join('\n')
}

function suite({ file, verdicts, rules, demands = {} }: Judged): { elements: string[]; lines: string[] } {
  const byId = new Map(rules.map((rule) => [rule.id, rule]))
  const cases = verdicts.map((verdict) => testCase(file, verdict, byId.get(verdict.ruleId), demands[verdict.ruleId]))
  const elements = cases.map(({ element }) => element)
  return {
    elements,
    lines: [`  <testsuite name="${escape(file)}" ${attributes(elements)}>`, ...cases.map((each) => each.xml), '  </testsuite>'],
  }
}

function attributes(elements: readonly string[]): string {
  const count = (element: string) => elements.filter((each) => each === element).length
  return `tests="${elements.length}" failures="${count('failure')}" errors="${count('error')}" skipped="${count('skipped')}"`
}

/** Only a blocking rule fails a build; other failures go into the output for readers. */
function testCase(file: string, verdict: Verdict, rule: Rule | undefined, demand: string | undefined): { xml: string; element: string } {
  const severity: Severity = rule?.severity ?? 'fail'
  const element = elementOf(verdict, severity)
  const opening = `    <testcase classname="${escape(file)}" name="${escape(verdict.ruleId)}"`
  if (element === 'none') return { xml: `${opening}/>`, element }
  const text = [rule && statement(rule.description, demand), ...verdict.evidence.map((each) => evidenceText(each))]
    .filter((line) => line !== undefined && line !== '')
    .join('\n')
  const inner =
    element === 'skipped'
      ? `<skipped message="${escape(`not applicable: ${verdict.message}`)}"/>`
      : element === 'system-out'
        ? `<system-out>${escape([`${severity} (${verdict.outcome}): ${verdict.message}`, text].join('\n'))}</system-out>`
        : `<${element} type="${verdict.outcome}" message="${escape(verdict.message)}">${escape(text)}</${element}>`
  return { xml: `${opening}>\n      ${inner}\n    </testcase>`, element }
}

function elementOf(verdict: Verdict, severity: Severity): string {
  if (verdict.outcome === 'pass') return 'none'
  if (verdict.outcome === 'not-applicable') return 'skipped'
  if (severity !== 'fail') return 'system-out'
  return verdict.outcome === 'error' ? 'error' : 'failure'
}

const named: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
  '\n': '&#10;',
  '\t': '&#9;',
  '\r': '&#13;',
}

/** XML can't represent most control characters and lone surrogates; they become U+FFFD. */
function escape(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '\ufffd')
    .replace(/[&<>"'\n\t\r]/g, (character) => named[character] ?? character)
}
