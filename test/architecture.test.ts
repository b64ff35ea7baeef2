// The shape of the source tree: layers, no cycles, no node:* or clock below the adapters, small files that say what they are for.
import { readFileSync, readdirSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import prettier from 'prettier'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const files = walk(join(root, 'src')).map((path) => ({ path: relative(join(root, 'src'), path), text: readFileSync(path, 'utf8') }))

/** Lowest first. A file may import its own layer's folder and anything below; folders of one row do not import each other. */
const layers: readonly (readonly string[])[] = [
  ['schema'],
  ['lib'],
  ['kernel'],
  ['rules', 'agents', 'gates', 'learning', 'report'],
  ['adapters'],
  ['workflows'],
  ['operations'],
  ['runtime'],
  ['surfaces'],
  ['index.ts', 'testing.ts'],
]

/** What the pure part of a workflow may see of the rows below it: never the adapters. */
const forbidden: readonly (readonly [string, string])[] = [['workflows', 'adapters']]

/** The part of a workflow's folder that is not pure, told by name: its definition, hands, verbs and panel stand where operations do. */
const outer = /^workflows\/(?:registry\.ts$|[^/]+\/(?:index\.ts$|panel\.ts$|hands\.ts$|hands\/|verbs\/))/

describe('layers', () => {
  it('knows every folder of src', () => {
    const known = new Set(layers.flat())
    expect([...new Set(files.map(({ path }) => area(path)))].filter((name) => !known.has(name))).toEqual([])
  })

  it('imports point downwards only', () => {
    const wrong = files.flatMap(({ path, text }) =>
      imports(path, text)
        .filter((target) => !allowed(path, target))
        .map((target) => `${path} → ${target}`),
    )
    expect(wrong).toEqual([])
  })

  it('no workflow imports another', () => {
    const folder = (path: string) => (path.startsWith('workflows/') && path !== 'workflows/registry.ts' ? path.split('/')[1] : null)
    const wrong = files
      .filter(({ path }) => folder(path))
      .flatMap(({ path, text }) =>
        imports(path, text)
          .filter((target) => folder(target) && folder(target) !== folder(path))
          .map((target) => `${path} → ${target}`),
      )
    expect(wrong).toEqual([])
  })

  it('nothing outside its folder names a workflow, but the registry and the library', () => {
    const named = /workflows\/(?!registry)/
    const wrong = files
      .filter(({ path }) => !path.startsWith('workflows/') && !path.startsWith('surfaces/library/'))
      .flatMap(({ path, text }) =>
        imports(path, text)
          .filter((target) => named.test(target))
          .map((target) => `${path} → ${target}`),
      )
    expect(wrong).toEqual([])
  })

  it('nor does its code say the name of one, but for a section of settings, a store of lessons, and two examples for people who start', () => {
    const names = /'(reflex|design|audit|sprint|order|lessons)'|\bwhet (reflex|design|audit|sprint|order|lessons)\b/g
    const beside = ['plugin', 'scripts'].flatMap((folder) => walk(join(root, folder), /\.(?:mjs|tsx?)$/))
    const found = files
      .filter(({ path }) => (!path.startsWith('workflows/') || path === 'workflows/registry.ts') && !path.startsWith('rules/tamper/'))
      .concat(beside.map((path) => ({ path: relative(root, path), text: readFileSync(path, 'utf8') })))
      .flatMap(({ path, text }) => [...new Set([...code(text).matchAll(names)].map(([, quoted, typed]) => `${path}: ${quoted ?? typed}`))])
      .sort()
    expect(found).toEqual([
      // The tables over orders: kinds of rows, not of workflows.
      'adapters/database/catch-up.ts: order',
      'adapters/database/learned.ts: lessons',
      'adapters/database/learned.ts: order',
      'adapters/database/project.ts: order',
      // The section `order:` of whetstone.yaml, which `whet measure` and `whet stats` read too.
      'adapters/measure/project.ts: order',
      'learning/lesson.ts: lessons',
      'learning/lesson.ts: order',
      'learning/told.ts: order',
      'operations/db.ts: order',
      'operations/lessons.ts: lessons',
      'operations/stats.ts: order',
      // The folder of a frozen design, the one command that a designer's machine runs, and two pictures.
      'plugin/hooks/frozen.mjs: design',
      'scripts/screenshots.ts: design',
      'scripts/screenshots.ts: reflex',
      'scripts/start.mjs: design',
      'surfaces/web/ui/list-page.tsx: design',
      'workflows/registry.ts: design',
      'workflows/registry.ts: reflex',
    ])
  })

  it('there are no import cycles', () => {
    const graph = new Map(files.map(({ path, text }) => [path, imports(path, text, { loading: true })]))
    expect(findCycle(graph)).toBeNull()
  })

  it('only the file store knows where and how it keeps runs', () => {
    const others = files.filter(({ path }) => !path.startsWith('adapters/file-store/'))
    expect(
      others
        .filter(({ text }) => /\.whetstone\b|journal\.jsonl|snapshot\.json|lock\.db|'(?:runs|objects)'\)/.test(code(text)))
        .map(({ path }) => path),
    ).toEqual(['adapters/own-folder.ts'])
    // One file names the concrete store; own-folder.ts has our folder's name.
    const choosers = new Set(['runtime/store.ts'])
    const wrong = others.flatMap(({ path, text }) =>
      imports(path, text)
        .filter((target) => target.startsWith('adapters/file-store/') && !choosers.has(path))
        .map((target) => `${path} → ${target}`),
    )
    expect(wrong).toEqual([])
  })

  it('only adapters, operations, runtime and surfaces touch node:*, and below them only the hash and the lazy loading of the language model', () => {
    const above = new Set(['adapters', 'operations', 'runtime', 'surfaces'])
    const wrong = files
      .filter(
        ({ path, text }) => !above.has(area(path)) && path !== 'lib/hash.ts' && path !== 'lib/english/model.ts' && /from 'node:/.test(text),
      )
      .map(({ path }) => path)
    expect(wrong).toEqual([])
  })

  it('nothing below the adapters reads the clock or rolls dice', () => {
    const pure = new Set(['schema', 'lib', 'kernel', 'rules', 'agents', 'gates', 'learning', 'report', 'workflows'])
    const wrong = files
      .filter(
        ({ path, text }) =>
          pure.has(area(path)) &&
          /\bDate\.now\(\)|\bnew Date\(\)|\bMath\.random\(\)|\bperformance\.now\(\)|\bprocess\.(env|pid|cwd|exit|platform|hrtime|argv)\b/.test(
            code(text),
          ),
      )
      .map(({ path }) => path)
    expect(wrong).toEqual([])
  })

  it('one file prints, so that everything on its way to a terminal is made visible', () => {
    const writes = /\bconsole\.|\bprocess\.std(out|err)\.write|\b(?:stream|output|stdout|stderr)\.write\(/
    const wrong = files.filter(({ path, text }) => path !== 'surfaces/terminal.ts' && writes.test(code(text))).map(({ path }) => path)
    expect(wrong).toEqual([])
  })
})

describe('files', () => {
  it('are under 300 lines', () => {
    expect(files.filter(({ text }) => text.split('\n').length > 300).map(({ path }) => path)).toEqual([])
  })

  it('begin with one sentence about themselves', () => {
    expect(files.filter(({ text }) => !/^\/\/ \S.*\n/.test(text)).map(({ path }) => path)).toEqual([])
  })

  it('are laid out as `npm run format` does it', async () => {
    const config = await prettier.resolveConfig(join(root, 'src/index.ts'))
    const wrong: string[] = []
    for (const { path, text } of files) if (!(await prettier.check(text, { ...config, filepath: path }))) wrong.push(path)
    expect([config?.printWidth, wrong]).toEqual([140, []])
  })

  it('no any, no enum, no ignored types, no cast through unknown', () => {
    const wrong = files
      .filter(({ text }) =>
        /\bas any\b|: any\b|@ts-(ignore|nocheck)|\bas unknown as\b|^\s*(export )?enum /m.test(withoutPatterns(code(text))),
      )
      .map(({ path }) => path)
    expect(wrong).toEqual([])
  })
})

/** Regular expressions that look for such words are no use of them. */
const withoutPatterns = (text: string) => text.replace(/^.*\\b.*$/gm, '')

function walk(folder: string, kind = /\.tsx?$/): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? walk(join(folder, entry.name), kind) : kind.test(entry.name) ? [join(folder, entry.name)] : [],
  )
}

function area(path: string): string {
  return outer.test(path) ? 'operations' : (path.split('/')[0] as string)
}

const rank = (path: string) => layers.findIndex((row) => row.includes(area(path)))

function allowed(from: string, to: string): boolean {
  if (forbidden.some(([above, below]) => area(from) === above && area(to) === below)) return false
  if (area(from) === area(to)) return true
  return rank(to) < rank(from)
}

/** Also what is imported later, `import('…')`, and types, unless only what a module needs to be loaded is asked for. */
function imports(path: string, text: string, { loading = false } = {}): string[] {
  const found = [...code(text).matchAll(/^(import|export)\s+(type\s+)?[^'"]*?from\s+'(\.[^']+)'/gm)]
    .filter(([, , type]) => !loading || !type)
    .map(([, , , target]) => target as string)
  const later = loading ? [] : [...code(text).matchAll(/\bimport\(\s*'(\.[^']+)'/g)].map(([, target]) => target as string)
  return [...found, ...later].map((target) => relative(join(root, 'src'), resolve(join(root, 'src'), dirname(path), target)))
}

/** Without comments, so that a word in one is no hit. */
function code(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '')
}

function findCycle(graph: ReadonlyMap<string, string[]>): string[] | null {
  const state = new Map<string, 'open' | 'done'>()
  const path: string[] = []
  const visit = (node: string): string[] | null => {
    if (state.get(node) === 'done') return null
    if (state.get(node) === 'open') return [...path.slice(path.indexOf(node)), node]
    state.set(node, 'open')
    path.push(node)
    for (const next of graph.get(node) ?? []) {
      const cycle = visit(next)
      if (cycle) return cycle
    }
    path.pop()
    state.set(node, 'done')
    return null
  }
  for (const node of graph.keys()) {
    const cycle = visit(node)
    if (cycle) return cycle
  }
  return null
}
