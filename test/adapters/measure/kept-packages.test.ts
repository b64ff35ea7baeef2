// Packages that are handed from one copy to the next: only if nobody touched them.
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterAll, expect, it } from 'vitest'
import { keep, note, take } from '../../../src/adapters/measure/kept-packages.ts'

const base = mkdtempSync(join(tmpdir(), 'whet-kept-'))
afterAll(() => rmSync(base, { recursive: true, force: true }))

it.each<[string, boolean, (folder: string) => void]>([
  ['as they were', true, () => {}],
  ['with the cache of a tool', true, (folder) => mkdirSync(join(folder, '.cache/nyc'), { recursive: true })],
  [
    'with a file changed and its date set back',
    false,
    (folder) => {
      appendFileSync(join(folder, 'runner/index.js'), '// mine')
      utimesSync(join(folder, 'runner/index.js'), 1, 1)
    },
  ],
  ['with a file taken away', false, (folder) => rmSync(join(folder, 'runner/index.js'))],
  ['with a package taken away', false, (folder) => rmSync(join(folder, 'runner'), { recursive: true })],
  ['with a package added', false, (folder) => mkdirSync(join(folder, 'other'))],
])('packages %s: %s', async (what, again, touch) => {
  const root = join(base, what.replaceAll(' ', '-'))
  const [kept, one, two] = [join(root, 'kept'), join(root, 'one/node_modules'), join(root, 'two/node_modules')]
  mkdirSync(join(one, 'runner'), { recursive: true })
  writeFileSync(join(one, 'runner/index.js'), 'run()')
  note(kept, 'node_modules', one)
  await setTimeout(20)
  touch(one)
  keep(kept, 'node_modules', one)
  expect([take(kept, 'node_modules', two), existsSync(two)]).toEqual([again, again])
  if (again) expect(readFileSync(join(two, 'runner/index.js'), 'utf8')).toBe('run()')
  expect(take(kept, 'node_modules', join(root, 'three'))).toBe(false) // one copy at a time
})
