// The catalog: every check describes itself, and none is loaded before it is needed.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { catalog } from '../../src/rules/catalog.ts'

test.each([...catalog.keys()])('%s describes itself under its own name', async (kind) => {
  const check = await catalog.get(kind)?.()
  expect(check?.kind).toBe(kind)
  expect(check?.version).toMatch(/^\d+$/)
  expect(check?.summary).toMatch(/^[A-Z].*[.)]$/)
})

test('the kinds that ship', () => {
  expect([...catalog.keys()].toSorted()).toEqual([
    'code.conventions',
    'code.error-handling',
    'code.exports',
    'code.files',
    'code.logging',
    'code.types',
    'command',
    'config.comments',
    'config.defaults',
    'config.env-vars',
    'config.permissions',
    'config.portability',
    'config.required',
    'content.contains',
    'content.count',
    'content.placeholders',
    'content.regex',
    'file.exists',
    'file.unchanged',
    'json.pointer',
    'json.schema',
    'judged-by-agent',
    'markdown.code-fences',
    'markdown.heading-order',
    'markdown.links',
    'markdown.lint',
    'markdown.sections',
    'measure.build',
    'measure.complexity',
    'measure.coverage',
    'measure.lint',
    'measure.size',
    'measure.tests',
    'openapi.descriptions',
    'openapi.errors',
    'openapi.examples',
    'openapi.naming',
    'openapi.pagination',
    'openapi.paths',
    'openapi.schemas',
    'openapi.security',
    'openapi.valid',
    'page.accessibility-score',
    'page.actions',
    'page.alt',
    'page.axe',
    'page.breakpoints',
    'page.console',
    'page.contrast',
    'page.copy',
    'page.offers',
    'page.overflow',
    'page.placeholders',
    'page.primary-cta',
    'page.sections',
    'page.slop',
    'page.text-size',
    'page.tokens',
    'page.touch-targets',
    'page.wording',
    'parse',
    'secrets',
    'tamper-guard',
    'text.faithful',
  ])
})

test('a content check loads no markdown linter, no API parser, no YAML', async () => {
  const program = `
    import { registerHooks } from 'node:module'
    const seen = []
    registerHooks({ load: (url, context, next) => (seen.push(url), next(url, context)) })
    const { parseCheck } = await import(${JSON.stringify(new URL('../../src/rules/catalog.ts', import.meta.url).href)})
    await parseCheck({ kind: 'content.contains', text: 'x' })
    const before = seen.length
    await parseCheck({ kind: 'markdown.lint', default: true })
    console.log(JSON.stringify({ light: seen.slice(0, before), heavy: seen.slice(before) }))
  `
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], { maxBuffer: 1e8 })
  const { light, heavy } = JSON.parse(stdout) as { light: string[]; heavy: string[] }
  const packages = (urls: string[]) => new Set(urls.flatMap((url) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1] ?? []))
  expect(packages(light)).toEqual(new Set(['zod']))
  expect(packages(heavy)).toContain('markdownlint')
})
