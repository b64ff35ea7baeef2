// Line coverage from V8's record, for tests whose own script reports none: counts and leaves out files as c8 does.
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { countLines, cutOff, linesOf } from '../../rules/measure/read-coverage.ts'
import { type Measured, measured, unmeasured } from '../../rules/measure/metrics.ts'

/** A process's record, as NODE_V8_COVERAGE writes it. */
interface Recorded {
  result?: Script[]
  /** Source maps of what was compiled at load time. */
  'source-map-cache'?: Record<string, { lineLengths?: number[]; data?: object | null }>
}

interface Script {
  url: string
  functions: { functionName: string; isBlockCoverage: boolean; ranges: { startOffset: number; endOffset: number; count: number }[] }[]
}

export async function v8Coverage(folder: string, cwd: string): Promise<Measured<number>> {
  const { default: convert } = await import('v8-to-istanbul')
  // A line that ran in one process is covered, whatever the others did.
  const files = new Map<string, Map<number, number>>()
  for (const { result = [], 'source-map-cache': maps = {} } of records(folder))
    for (const { url, functions } of result) {
      if (transforms.test(url)) return unmeasured("Vitest runs transformed files, which V8's record doesn't cover")
      const path = url.startsWith('file://') ? fileURLToPath(url) : url
      if (!counts(path, cwd)) continue
      const { data, lineLengths = [] } = maps[url] ?? {}
      if (!data && !isWhole(readFileSync(path, 'utf8'), url, functions))
        return unmeasured(`${path.slice(cwd.length + 1)} was run in a form that V8's record can't map back`)
      const compiled = { source: lineLengths.map((length) => `${'.'.repeat(length)}\n`).join(''), sourceMap: { sourcemap: data } }
      const converter = convert(path, 0, (data ? compiled : undefined) as never)
      try {
        await converter.load()
        converter.applyCoverage(functions)
        for (const [file, seen] of Object.entries(converter.toIstanbul()))
          if (counts(file, cwd)) for (const [line, hits] of linesOf(seen)) add(files, file, line, hits)
      } finally {
        converter.destroy()
      }
    }
  const { total, covered } = countLines([...files.values()])
  return total === 0 ? unmeasured('the test run left no readable coverage') : measured(cutOff(covered, total))
}

/** Of the project's own files, only its settings are excluded. */
const transforms = /\/node_modules\/(?:vitest|vite-node)\//

function* records(folder: string): Generator<Recorded> {
  for (const name of readdirSync(folder).filter((each) => each.endsWith('.json')))
    try {
      yield JSON.parse(readFileSync(join(folder, name), 'utf8')) as Recorded
    } catch {
      // a process that was killed while writing
    }
}

function add(files: Map<string, Map<number, number>>, file: string, line: number, hits: number): void {
  const lines = files.get(file) ?? new Map<number, number>()
  files.set(file, lines.set(line, Math.max(lines.get(line) ?? 0, hits)))
}

/** Whether what ran is the file's content: of equal length, except for a byte order mark or, after type stripping, a sourceURL line. */
function isWhole(text: string, url: string, functions: Script['functions']): boolean {
  const end = Math.max(0, ...functions.flatMap(({ ranges }) => ranges.map(({ endOffset }) => endOffset)))
  return end >= text.length - 1 && end <= text.length + url.length + 40
}

const left = new RegExp(
  [
    String.raw`^(?:coverage|tests?)\/`,
    String.raw`^packages\/[^/]+\/tests?\/`,
    String.raw`\.d\.ts$`,
    String.raw`^test(?:-[^/]*)?\.(?:[cm]?js|tsx?|jsx)$`,
    String.raw`[.-]test\.(?:[cm]?js|tsx?|jsx)$`,
    String.raw`(?:^|\/)(?:__tests__|node_modules)\/`,
    String.raw`(?:^|\/)(?:ava|babel|nyc|jest)\.config\.(?:[cm]?js|ts)$`,
    String.raw`(?:^|\/)(?:karma|rollup|webpack)\.config\.js$`,
    String.raw`(?:^|\/)\.(?:eslint|mocha)rc\.[cm]?js$`,
  ].join('|'),
)

const counts = (path: string, cwd: string): boolean =>
  path.startsWith(`${cwd}/`) &&
  /\.(?:[cm]?js|tsx?|jsx)$/.test(path) &&
  !left.test(path.slice(cwd.length + 1)) &&
  existsSync(path) &&
  statSync(path).isFile()
