// A person at a terminal; if input or output isn't a terminal, there is nobody to ask.
import type { Person } from '../../operations/world.ts'
import { visible } from '../../lib/inert.ts'
import { Fault } from '../../schema/fault.ts'
import { paintCard } from '../../report/card.ts'
import { lookOf, talk } from '../terminal.ts'
import type { Progress } from './progress.ts'

export function terminalPerson(progress: Progress): Person | null {
  if (!process.stdin.isTTY || !process.stderr.isTTY || process.env['CI']) return null
  const asked = async <T>(ask: (clack: typeof import('@clack/prompts'), signal: AbortSignal) => Promise<T | symbol>): Promise<T> => {
    progress.end()
    const clack = await import('@clack/prompts')
    const answer = await untilInputEnds((signal) => ask(clack, signal))
    if (clack.isCancel(answer))
      throw new Fault('needs_person', 'left without an answer; nothing was decided', { fix: '`whet inbox` shows what is still waiting.' })
    return answer as T
  }
  const output = process.stderr
  if (!output.columns) Object.assign(output, { columns: 80, rows: 24 }) // a terminal that doesn't know its size would get one letter per line
  return {
    confirm: (message) =>
      asked<boolean>((clack, signal) => clack.confirm({ message: visible(message), initialValue: false, output, signal })),
    text: (message, { initial, optional } = {}) =>
      asked<string>(async (clack, signal) => {
        const answer = await clack.text({
          message: visible(message),
          output,
          signal,
          ...(initial !== undefined && { initialValue: visible(initial) }),
          validate: (value) => (!optional && !value?.trim() ? 'An answer is needed.' : undefined),
        })
        return typeof answer === 'symbol' ? answer : (answer ?? '')
      }),
    // No choice is the default: Enter alone selects none, so a decision takes a deliberate move.
    choose: async (message, choices) => {
      const longest = Math.max(...choices.map(({ label }) => label.length))
      for (;;) {
        const taken = await asked<string>((clack, signal) =>
          clack.select<string>({
            message: visible(message),
            output,
            signal,
            initialValue: '',
            options: [
              { value: '', label: 'choose with ↑ and ↓' },
              ...choices.map(({ value, label, hint }) => ({
                value: value as string,
                label: visible(hint ? `${label.padEnd(longest)}  ${hint}` : label),
              })),
            ],
          }),
        )
        const found = choices.find(({ value }) => value === taken)
        if (found) return found.value
      }
    },
    show: (text) => {
      progress.end()
      talk(`${paintCard(text, lookOf(process.stderr, Date.now()))}\n`)
    },
  }
}

/** Ctrl-D and a closed terminal leave the question like Ctrl-C; the library would wait forever. */
async function untilInputEnds<T>(ask: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const ended = new AbortController()
  const leave = () => ended.abort()
  const pressed = (_text: string | undefined, key: { ctrl?: boolean; name?: string } | undefined) =>
    key?.ctrl && key.name === 'd' && leave()
  const { stdin } = process
  stdin.once('end', leave).once('close', leave).on('keypress', pressed)
  try {
    return await ask(ended.signal)
  } finally {
    stdin.off('end', leave).off('close', leave).off('keypress', pressed)
  }
}
