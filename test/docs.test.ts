// The documentation is true: generated parts are up to date, links resolve, commands it names exist.
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { reference } from '../scripts/reference-text.ts'
import { groups } from '../src/operations/catalog.ts'
import { allCommands, findCommand, workflows } from './commands.ts'
import { faces } from '../src/surfaces/cli/other-commands.ts'

const headed = new Set([...workflows.map(({ name }) => name), ...Object.keys(groups), 'naming']) // naming: the example of the library's guide
const root = fileURLToPath(new URL('..', import.meta.url))
const pages = [...readdirSync(root).filter((name) => name.endsWith('.md')), ...walk('docs'), 'bench/README.md'].filter((path) =>
  existsSync(join(root, path)),
)

describe('documentation', () => {
  it('the generated reference is what the code says (npm run docs)', async () => {
    for (const [path, text] of Object.entries(await reference())) expect(readFileSync(join(root, path), 'utf8'), path).toBe(text)
  })

  it.each(pages)('links of %s lead somewhere', (page) => {
    const text = readFileSync(join(root, page), 'utf8').replace(/```[\s\S]*?```/g, '')
    const targets = [...text.matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)].map(([, target]) => target as string)
    expect(targets.filter((target) => !existsSync(join(root, dirname(page), target)))).toEqual([])
  })

  it.each(pages)('commands that %s names exist', (page) => {
    const text = readFileSync(join(root, page), 'utf8')
    const named = [...text.matchAll(/(?:^|`|\$ )whet ([a-z]+)(?: ([a-z]+))?/gm)].map(
      ([, first, second]) => [first as string, second] as const,
    )
    const unknown = named.filter(
      ([first, second]) =>
        !(headed.has(first ?? '')
          ? !second || findCommand(second, first) || first === 'reflex' || first === 'naming'
          : findCommand(first ?? '') || faces.some(({ name }) => name === first) || first === 'help'),
    )
    expect(unknown).toEqual([])
  })

  it('the repository goes by one name, that of package.json', () => {
    const { repository } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { repository: string }
    const named = pages.flatMap((page) =>
      [
        ...readFileSync(join(root, page), 'utf8').matchAll(
          /(?:uses: |repo: https:\/\/github\.com\/|marketplace add )(?!actions\/|github\/)(\S+?)(?:@\S+)?$/gm,
        ),
      ].map(([, name]) => name),
    )
    expect([...new Set(named)].map((name) => `github:${name}`)).toEqual([repository])
    for (const page of pages) expect(readFileSync(join(root, page), 'utf8'), page).not.toMatch(/<this (?:repository|project)>/)
  })

  it('every verb is in the reference', () => {
    const text = readFileSync(join(root, 'docs/reference/commands.md'), 'utf8')
    expect(allCommands.filter(({ verb, under }) => !text.includes(`## whet ${under ? `${under} ` : ''}${verb.name}`))).toEqual([])
  })
})

function walk(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? walk(`${folder}/${entry.name}`) : entry.name.endsWith('.md') ? [`${folder}/${entry.name}`] : [],
  )
}
