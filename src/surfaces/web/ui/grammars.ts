// The highlighted languages, and how their trees become tokens of a few kinds.
import bash from 'highlight.js/lib/languages/bash'
import css from 'highlight.js/lib/languages/css'
import go from 'highlight.js/lib/languages/go'
import java from 'highlight.js/lib/languages/java'
import javascript from 'highlight.js/lib/languages/javascript'
import json from 'highlight.js/lib/languages/json'
import python from 'highlight.js/lib/languages/python'
import rust from 'highlight.js/lib/languages/rust'
import sql from 'highlight.js/lib/languages/sql'
import typescript from 'highlight.js/lib/languages/typescript'
import xml from 'highlight.js/lib/languages/xml'
import yaml from 'highlight.js/lib/languages/yaml'
import { createLowlight } from 'lowlight'

const low = createLowlight({ bash, css, go, java, javascript, json, python, rust, sql, typescript, xml, yaml })
low.registerAlias({ bash: ['sh', 'shell'], javascript: ['js', 'mjs', 'cjs', 'jsx'], typescript: ['ts', 'mts', 'tsx'] })
low.registerAlias({ python: ['py'], rust: ['rs'], xml: ['html', 'htm', 'svg'], yaml: ['yml'] })

interface Node {
  type: string
  value?: string
  children?: readonly Node[]
  properties?: { className?: unknown }
}

export function highlight(text: string, language: string): { text: string; kind: string }[] {
  const name = language.toLowerCase()
  return low.registered(name) ? pieces(low.highlight(name, text) as Node, '') : [{ text, kind: '' }]
}

/** The kinds our style knows; others stay plain. */
const kinds: Readonly<Record<string, string>> = {
  keyword: 'keyword',
  built_in: 'keyword',
  literal: 'keyword',
  'selector-tag': 'keyword',
  string: 'string',
  regexp: 'string',
  comment: 'comment',
  number: 'number',
  attr: 'name',
  attribute: 'name',
  title: 'name',
  name: 'name',
  tag: 'keyword',
}

function pieces(node: Node, kind: string): { text: string; kind: string }[] {
  if (node.type === 'text') return [{ text: node.value ?? '', kind }]
  const [first = ''] = (node.properties?.className as string[] | undefined) ?? []
  const own = kinds[first.replace(/^hljs-/, '')] ?? kind
  return (node.children ?? []).flatMap((child) => pieces(child, own))
}
