// What test runners, coverage tools and linters say of a project in the form they have for programs.

export interface Counts {
  passed: number
  failed: number
  skipped: number
}

/** A command line and what its output means. */
export interface Said<T> {
  run: string
  read(text: string): T
}

export interface Problems {
  errors: number
  warnings: number
}

const count = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].length
const json = <T>(text: string, from = '{'): T =>
  JSON.parse(text.slice(text.indexOf(from), text.lastIndexOf(from.startsWith('[') ? ']' : '}') + 1)) as T
const countsOf = (said: Record<string, number>, [passed, failed, ...skipped]: readonly string[]): Counts => ({
  passed: said[passed as string] ?? 0,
  failed: said[failed as string] ?? 0,
  skipped: skipped.reduce((sum, name) => sum + (said[name] ?? 0), 0),
})

/** Lines of TAP at the left margin. */
const tapLines = (text: string): Counts => ({
  passed: count(text, /^ok (?!.*# (?:SKIP|TODO))/gim),
  failed: count(text, /^not ok (?!.*# (?:SKIP|TODO))/gim),
  skipped: count(text, /^(?:not )?ok .*# (?:SKIP|TODO)/gim),
})
/** tape counts what it skips among the passes. */
const tape = (text: string): Counts => ({ ...tapLines(text), passed: count(text, /^ok /gm), skipped: 0 })
const nodeTap = (text: string): Counts => {
  const sums = Object.fromEntries([...text.matchAll(/^# (\w+) (\d+)$/gm)].map(([, word = '', sum]) => [word, Number(sum)]))
  return { ...countsOf(sums, ['pass', 'fail', 'skipped', 'todo']), failed: (sums['fail'] ?? 0) + (sums['cancelled'] ?? 0) }
}
const jest = (text: string): Counts =>
  countsOf(json<Record<string, number>>(text, '{"num'), ['numPassedTests', 'numFailedTests', 'numPendingTests', 'numTodoTests'])
const jasmine = `node -e "(async () => { const J = require('jasmine'); const j = new J(); await j.loadConfigFile(); j.exitOnCompletion = false; j.clearReporters(); const seen = { passed: 0, failed: 0, pending: 0 }; j.addReporter({ specDone: ({ status }) => seen[status]++ }); await j.execute(); console.log(JSON.stringify(seen)) })()"`

type Runner = (files: string) => Said<Counts>

export const runners = {
  tape: (files) => ({ run: `npx tape ${files}`, read: tape }),
  node: (files) => ({ run: `node --test --test-reporter=tap ${files}`, read: nodeTap }),
  tap: (files) => ({
    run: `npx tap --disable-coverage -R tap ${files}`,
    read: (text) =>
      countsOf(
        Object.fromEntries(
          [...(/^# \{(.*)\}$/m.exec(text)?.[1] ?? '').matchAll(/(\w+): (\d+)/g)].map(([, word = '', sum]) => [word, Number(sum)]),
        ),
        ['pass', 'fail', 'skip', 'todo'],
      ),
  }),
  // ava counts what is still to be done as not ok.
  ava: () => ({ run: 'npx ava --tap', read: (text) => tapLines(text.replaceAll(/^not ok (?=.*# TODO)/gm, 'ok ')) }),
  mocha: (files) => ({
    run: `npx mocha -R json ${files}`,
    read: (text) => countsOf(json<{ stats: Record<string, number> }>(text, '{\n  "stats"').stats, ['passes', 'failures', 'pending']),
  }),
  jest: () => ({ run: 'npx jest --json', read: jest }),
  vitest: () => ({ run: 'npx vitest run --reporter=json', read: jest }),
  jasmine: () => ({ run: jasmine, read: (text) => countsOf(json<Record<string, number>>(text), ['passed', 'failed', 'pending']) }),
  /** Has no form for programs: what stands in the files. */
  written: (counts) => ({ run: 'true', read: () => JSON.parse(counts) as Counts }),
} satisfies Record<string, Runner>

const pct = (text: string) => json<{ total: { lines: { pct: number } } }>(text, '{"total"').total.lines.pct
const summary = (line: string): Said<number> => ({ run: `${line} >/dev/null 2>&1; cat coverage/coverage-summary.json`, read: pct })

/** Each around the command that runs the tests. */
export const covers = {
  c8: (tests) => summary(`npx c8 --reporter=json-summary ${tests}`),
  nyc: (tests) => summary(`npx nyc --reporter=json-summary ${tests}`),
  jest: () => summary('npx jest --coverage --coverageReporters=json-summary'),
  vitest: () => summary('npx vitest run --coverage --coverage.reporter=json-summary --coverage.reportOnFailure'),
} satisfies Record<string, (tests: string) => Said<number>>

const eslint = (text: string): Problems => {
  const files = json<{ errorCount: number; warningCount: number }[]>(text, '[{')
  return {
    errors: files.reduce((sum, { errorCount }) => sum + errorCount, 0),
    warnings: files.reduce((sum, { warningCount }) => sum + warningCount, 0),
  }
}
const oxlint = (text: string): Problems => {
  const { diagnostics } = json<{ diagnostics: { severity: string }[] }>(text)
  const of = (word: string) => diagnostics.filter(({ severity }) => severity === word).length
  return { errors: of('error'), warnings: of('warning') }
}

export const linters = {
  eslint: (files) => ({ run: `npx eslint ${files || '.'} -f json`, read: eslint }),
  standard: (files) => ({ run: `npx standard ${files}`, read: (text) => ({ errors: count(text, /^\s+\S+:\d+:\d+: /gm), warnings: 0 }) }),
  oxlint: (flags) => ({ run: `npx oxlint ${flags} -f json`, read: oxlint }),
  biome: () => ({
    run: 'npx biome lint . --reporter=json',
    read: (text) => {
      const { errors, warnings } = json<{ summary: Problems }>(text, '{"summary"').summary
      return { errors, warnings }
    },
  }),
  tsc: () => ({ run: 'npx tsc --noEmit --pretty false', read: (text) => ({ errors: count(text, /error TS\d+/g), warnings: 0 }) }),
} satisfies Record<string, (files: string) => Said<Problems>>
