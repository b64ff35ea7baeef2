// The guide's code, as somebody compiles it who has installed the package: plain strict, only what the package brings.
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const built = existsSync(join(root, 'dist/index.d.ts'))

it.skipIf(!built)(
  'compiles under plain strict, and a kind of check that nobody ships is told by the compiler only where it is asked for',
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'whet-guide-'))
    try {
      const installed = join(folder, 'node_modules/whetstone')
      mkdirSync(installed, { recursive: true })
      cpSync(join(root, 'dist'), join(installed, 'dist'), { recursive: true, filter: (path) => !/\.js$/.test(path) })
      cpSync(join(root, 'package.json'), join(installed, 'package.json'))
      const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { dependencies: Record<string, string> }
      for (const name of [...Object.keys(dependencies), '@types/node']) {
        mkdirSync(dirname(join(folder, 'node_modules', name)), { recursive: true })
        symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name))
      }
      for (const name of readdirSync(join(root, 'examples')).filter((each) => each.startsWith('library-')))
        cpSync(join(root, 'examples', name), join(folder, name), { recursive: true })
      writeFileSync(
        join(folder, 'kinds.ts'),
        "import type { CheckKind } from 'whetstone'\nexport const known: CheckKind = 'markdown.sections'\n// @ts-expect-error nobody ships it\nexport const unknown: CheckKind = 'markdown.section'\n",
      )
      writeFileSync(join(folder, 'package.json'), '{"type": "module"}')
      writeFileSync(
        join(folder, 'tsconfig.json'),
        JSON.stringify({
          compilerOptions: {
            strict: true,
            module: 'nodenext',
            target: 'es2024',
            noEmit: true,
            allowImportingTsExtensions: true,
            types: ['node'],
          },
          include: ['library-*/**/*.ts', 'kinds.ts'],
        }),
      )
      const { stdout, status } = spawnSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', folder], {
        encoding: 'utf8',
      })
      expect([status, stdout]).toEqual([0, ''])
    } finally {
      rmSync(folder, { recursive: true })
    }
  },
)
