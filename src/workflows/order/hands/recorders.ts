// Code appended to a changed file: each function that a test calls is also called with nearby values, and its answers are recorded.
import { type Node, type Parse, at, grammarOf, parts } from '../../../rules/reading/syntax.ts'
import { languageOf } from '../../../rules/tamper/files.ts'
import { pythonRecorder } from './python-recorder.ts'
import { scriptRecorder } from './script-recorder.ts'

export interface Recording {
  /** The file for the answers. */
  heard: string
  /** Values that the code distinguishes, tried beside the nearby ones: `n:5`, `s:text`. */
  also: readonly string[]
}

/** Null if no recorder can be added. */
export function recorded(path: string, text: string, parse: Parse, recording: Recording): string | null {
  const [grammar, language] = [grammarOf(path), languageOf(path)]
  const settings = JSON.stringify({ path, ...recording })
  if (language === 'py') return `${text}\n\n${pythonRecorder}\n_whet_record(${JSON.stringify(settings)})\n`
  return grammar !== null && language === 'js' ? inScript(text, parse(text, grammar).root, settings) : null
}

interface Edit {
  from: number
  to: number
  text: string
}

const functions = /^(?:arrow_function|function_expression|function)$/

function inScript(text: string, root: Node, settings: string): string {
  const wrap = (name: string) => `whetRecord(${name}, '${name}')`
  const edits: Edit[] = []
  const names: string[] = []
  const isCommon = /\b(?:module\.)?exports\b/.test(text) && !parts(root).some(({ type }) => type === 'export_statement')
  for (const top of parts(root)) {
    const node = top.type === 'export_statement' ? (at(top, 'declaration') ?? at(top, 'value') ?? top) : top
    const name = at(node, 'name')?.text
    if (/^(?:generator_)?function_declaration$/.test(node.type) && name) names.push(`${name} = ${wrap(name)}`)
    else if (/class_declaration$/.test(node.type) && name) names.push(wrap(name))
    else if (functions.test(node.type) && top.type === 'export_statement')
      edits.push({ from: node.from, to: node.from, text: 'whetRecord(' }, { from: node.to, to: node.to, text: ", 'default')" })
    else if (node.type === 'lexical_declaration') {
      const made = parts(node).filter((one) => functions.test(at(one, 'value')?.type ?? ''))
      const word = node.children[0]
      if (made.length > 0 && word?.text === 'const') edits.push({ from: word.from, to: word.to, text: 'let' })
      names.push(...made.flatMap((one) => at(one, 'name')?.text ?? []).map((each) => `${each} = ${wrap(each)}`))
    }
  }
  const last = isCommon
    ? `module.exports = whetRecord(module.exports, 'exports')\nfor (const name of Object.keys(module.exports)) module.exports[name] = whetRecord(module.exports[name], name)`
    : names.join('\n')
  const edited = edits.toReversed().reduce((done, { from, to, text: other }) => done.slice(0, from) + other + done.slice(to), text)
  const recorder = `function whetRecord(made, name) { return (${scriptRecorder.toString()})(made, name, ${settings}) }`
  return `${edited}\n;${recorder}\n${last}\n`
}
