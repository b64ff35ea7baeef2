// A pseudo-terminal with a shell in it, as a newcomer has one: lines and keys go in, what is on the screen comes out. `script` of util-linux opens it.
import { spawn } from 'node:child_process'

export interface Terminal {
  /** Presses keys, without waiting. */
  press(keys: string): void
  /** Waits until the shell is ready for another line. */
  ready(): Promise<void>
  /** Waits until this is on the screen, after what was waited for before. */
  until(pattern: RegExp): Promise<void>
  /** Everything that was printed. */
  screen(): string
  close(): Promise<void>
}

export async function openTerminal({ cwd, env }: { cwd: string; env: Record<string, string> }): Promise<Terminal> {
  const ready = '<ready>'
  const child = spawn('script', ['-qfec', 'stty cols 80 rows 24; exec bash --noprofile --norc', '/dev/null'], {
    cwd,
    env: { ...env, PS1: ready, TERM: 'xterm', BASH_SILENCE_DEPRECATION_WARNING: '1' },
  })
  let printed = ''
  let seen = 0
  let failed: Error | undefined
  child.on('error', () => (failed = new Error('this test opens a pseudo-terminal with `script`, of the package util-linux; install it')))
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (printed += text))
  const until = async (pattern: RegExp) => {
    for (;;) {
      if (failed) throw failed
      const found = pattern.exec(printed.slice(seen))
      if (found) return void (seen += found.index + found[0].length)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
  await until(/<ready>/)
  return {
    until,
    press: (keys) => child.stdin.write(keys),
    ready: () => until(/<ready>/),
    screen: () => printed.replaceAll(ready, '$ '),
    close: () => new Promise((resolve) => (child.on('close', () => resolve()), child.stdin.end('exit\n'))),
  }
}
