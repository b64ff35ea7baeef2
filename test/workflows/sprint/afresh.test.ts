// The second evaluation, in a process of its own: it measures the build, not the page that still lies in the project.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { writeFileSet } from '../../../src/workflows/sprint/file-set.ts'
import { measureAfresh } from '../../../src/workflows/sprint/hands/afresh.ts'

const root = realpathSync(mkdtempSync(join(tmpdir(), 'whet-afresh-')))
afterAll(() => rmSync(root, { recursive: true, force: true }))

const page = (image: string) =>
  `<!doctype html>\n<html lang="en"><head><title>Bread</title></head><body><main><h1>Bread</h1>${image}</main></body></html>\n`

it('the same build is scored again, whatever lies in the project', async () => {
  mkdirSync(join(root, '.whetstone'))
  mkdirSync(join(root, 'site'))
  writeFileSync(join(root, 'site/index.html'), page('<img src="loaf.svg">'))
  const measure = (image: string) =>
    measureAfresh(
      root,
      process.env,
      {
        text: writeFileSet({ 'site/index.html': page(image) }),
        checks: [{ ruleId: 'functionality.alt', check: { kind: 'page.alt', at: 'site/index.html' } }],
      },
      new AbortController().signal,
    )
  expect(await measure('<img src="loaf.svg" alt="A loaf">')).toMatchObject({
    ok: true,
    value: [{ ruleId: 'functionality.alt', outcome: 'pass' }],
  })
  expect(await measure('<img src="loaf.svg">')).toMatchObject({ ok: true, value: [{ ruleId: 'functionality.alt', outcome: 'fail' }] })
})
