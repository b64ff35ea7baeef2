// Kinds of artifact: decide which part of a maker's reply is the artifact and which is commentary.

export const artifactKinds = ['text', 'markdown', 'json', 'yaml', 'code', 'files'] as const
export type ArtifactKind = (typeof artifactKinds)[number]

/** From the name of the target file. */
export function kindOfName(name: string): ArtifactKind {
  const base = name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1).toLowerCase()
  const ending = base.includes('.') ? base.slice(base.lastIndexOf('.') + 1) : ''
  return endings[ending] ?? (ending === '' ? 'text' : 'code')
}

const endings: Readonly<Record<string, ArtifactKind>> = {
  md: 'markdown',
  markdown: 'markdown',
  mdx: 'markdown',
  txt: 'text',
  text: 'text',
  json: 'json',
  jsonc: 'json',
  json5: 'json',
  yaml: 'yaml',
  yml: 'yaml',
}
