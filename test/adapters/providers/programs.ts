// Small programs that play makers: written to a temporary folder, run for real.
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface Programs {
  folder: string
  /** Writes an executable that runs this JavaScript; `prompt` holds what came on stdin. */
  node(name: string, body: string): string
  shell(name: string, body: string): string
  remove(): void
}

export function programs(): Programs {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'whet-programs-')))
  mkdirSync(join(folder, 'bin'))
  const write = (name: string, text: string) => {
    const path = join(folder, 'bin', name)
    writeFileSync(path, text)
    chmodSync(path, 0o755)
    return path
  }
  return {
    folder,
    node: (name, body) =>
      write(
        name,
        `#!${process.execPath}\nconst prompt = require('node:fs').readFileSync(0, 'utf8')\nconst args = process.argv.slice(2)\n${body}\n`,
      ),
    shell: (name, body) => write(name, `#!/bin/sh\n${body}\n`),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
