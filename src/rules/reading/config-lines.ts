// A configuration as lines: what each one sets, its comment, and the words around the fences.
import { oncePer } from './once-per.ts'
import { fencesOf, formatOfName } from './extract.ts'
import type { Artifact } from '../check.ts'

export interface ConfigLine {
  line: number
  /** Without its comment. */
  text: string
  /** On the line itself or in the comment lines right above it. */
  comment: string
  /** The fence's language, or the file's extension. */
  lang: string
  indent: number
}

export interface ConfigText {
  lines: ConfigLine[]
  /** Everything outside code fences: where a README-like artifact documents its settings. */
  prose: string
}

export const configText = oncePer((artifact: Artifact): ConfigText => {
  const blocks = blocksOf(artifact)
  return { lines: blocks.blocks.flatMap(readBlock), prose: blocks.prose }
})

interface Block {
  text: string
  /** Lines above it. */
  above: number
  lang: string
}

function blocksOf(artifact: Artifact): { blocks: Block[]; prose: string } {
  const fences = formatOfName(artifact.name) ? [] : fencesOf(artifact)
  if (fences.length === 0) {
    const base = artifact.name.slice(artifact.name.lastIndexOf('/') + 1)
    return {
      blocks: [{ text: artifact.text, above: 0, lang: formatOfName(artifact.name) ?? base.slice(base.lastIndexOf('.') + 1).toLowerCase() }],
      prose: '',
    }
  }
  const prose = artifact.text.split('\n')
  for (const fence of fences) prose.fill('', fence.line - 1, fence.line + fence.text.split('\n').length)
  return {
    blocks: fences.map((fence) => ({ text: fence.text, above: fence.line, lang: (fence.file && formatOfName(fence.file)) || fence.lang })),
    prose: prose.join('\n'),
  }
}

function readBlock({ text, above, lang }: Block): ConfigLine[] {
  const found: ConfigLine[] = []
  let pending: string[] = []
  text.split('\n').forEach((raw, index) => {
    const trimmed = raw.trim()
    const own = /^(?:#|\/\/|;|\*|\/\*)\s?(.*)$/.exec(trimmed)
    if (own) pending.push(own[1] ?? '')
    else if (trimmed === '') pending = []
    else {
      const cut = commentStart(raw)
      const inline = cut === -1 ? '' : raw.slice(cut).replace(/^\s*(?:#|\/\/)\s?/, '')
      found.push({
        line: above + index + 1,
        text: (cut === -1 ? raw : raw.slice(0, cut)).trimEnd(),
        comment: [...pending, inline].join(' ').trim(),
        lang,
        indent: raw.length - raw.trimStart().length,
      })
      pending = []
    }
  })
  return found
}

/** Where a trailing comment begins: a mark after a space, outside quotes. */
function commentStart(line: string): number {
  let quote = ''
  for (let at = 0; at < line.length; at++) {
    const character = line[at] ?? ''
    if (quote !== '') {
      if (character === '\\' && quote === '"') at++
      else if (character === quote) quote = ''
    } else if (character === '"' || character === "'") quote = character
    else if ((character === '#' || (character === '/' && line[at + 1] === '/')) && /\s/.test(line[at - 1] ?? 'x')) return at - 1
  }
  return -1
}
