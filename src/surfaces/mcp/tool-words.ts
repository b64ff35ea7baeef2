// Errors are worded for people at a terminal; an assistant has tools. Says the same in their names.

export interface ToolWords {
  tools: ReadonlySet<string>
  /** Every field that some tool takes. */
  fields: ReadonlySet<string>
}

const spoken = /`whet ([^`]+)`|\bwhet ([a-z-]+(?: [a-z-]+)?)|(?<![\w-])--([a-z][a-z-]+)/g

/** Commands become the tools that stand for them, flags their fields; what only a person may type says so. */
export function inToolWords(text: string, { tools, fields }: ToolWords): string {
  return text.replaceAll(spoken, (all: string, quoted?: string, bare?: string, flag?: string) => {
    if (quoted !== undefined) return told(quoted, tools)
    if (flag !== undefined) return fields.has(camel(flag)) ? camel(flag) : `${all} (for a person at a terminal)`
    const [first = '', second = ''] = (bare ?? '').split(' ')
    const pair = toolFor([first, second], tools)
    return pair === undefined ? all : pair === first ? `${pair} ${second}`.trimEnd() : pair
  })
}

const camel = (name: string) => name.replaceAll(/-([a-z])/g, (_dash, letter: string) => letter.toUpperCase())

function told(command: string, tools: ReadonlySet<string>): string {
  const words = command.split(/\s+/)
  const plain = words.filter((word) => /^[a-z][a-z-]*$/.test(word))
  const tool = toolFor(plain, tools)
  if (words.includes('--help')) return tool ? `the schema of ${tool}` : 'the list of tools'
  const more = words.filter((word) => word.startsWith('--')).map((word) => camel(word.slice(2)))
  return tool ? [tool, ...(more.length > 0 ? ['with', more.join(', ')] : [])].join(' ') : `\`whet ${command}\` (typed by the person)`
}

/** `reflex new` is reflex_new, `reflex resume` is resume; decisions are asked for. */
function toolFor([first = '', second = '']: readonly string[], tools: ReadonlySet<string>): string | undefined {
  const named = [`${first.replaceAll('-', '_')}_${second}`, first, second, `${first}_step`].find((name) => tools.has(name))
  return named ?? (['answer', 'approve', 'reject', 'abort'].includes(first) ? 'request_decision' : undefined)
}
