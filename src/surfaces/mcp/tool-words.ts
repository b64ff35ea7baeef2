// Errors are worded for people at a terminal; an assistant has tools. Says the same in their names.

export interface ToolWords {
  tools: ReadonlySet<string>
  /** Every field that some tool takes as the command line does. */
  fields: ReadonlySet<string>
}

const command = /`whet ([^`]+)`|\bwhet ([a-z-]+(?: [a-z-]+)?)/g
const flag = /(?<![\w-])--([a-z][a-z-]+)/g
const forPeople = ' What begins with `whet` or `--` is for a person to type in a terminal.'

/** Commands become the tools that stand for them, flags their fields; what is left only a person can type, and it says so. */
export function inToolWords(text: string, words: ToolWords): string {
  const said = withFields(
    text.replaceAll(
      command,
      (all: string, quoted?: string, bare?: string) => told((quoted ?? bare ?? '').split(/\s+/), words.tools) ?? all,
    ),
    words.fields,
  )
  return /\bwhet [a-z]|(?<![\w-])--[a-z]/.test(said) ? said.trimEnd() + forPeople : said
}

const withFields = (text: string, fields: ReadonlySet<string>) =>
  text.replaceAll(flag, (all, name: string) => (fields.has(camel(name)) ? camel(name) : all))

const camel = (name: string) => name.replaceAll(/-([a-z])/g, (_dash, letter: string) => letter.toUpperCase())

function told([first = '', second = '', ...rest]: readonly string[], tools: ReadonlySet<string>): string | undefined {
  const name = (tool: string, ...more: string[]) =>
    more.includes('--help') ? `the schema of \`${tool}\`` : [`\`${tool}\``, ...more].filter(Boolean).join(' ')
  const pair = `${first.replaceAll('-', '_')}_${second}`
  if (tools.has(pair)) return name(pair, ...rest)
  if (tools.has(first)) return name(first, second, ...rest)
  if (tools.has(`${first}_step`)) return name(`${first}_step`, second, ...rest)
  if (['answer', 'approve', 'reject', 'abort'].includes(first)) return name('request_decision', second)
  return tools.has(second) ? name(second, ...rest) : undefined // `reflex resume` is resume
}
