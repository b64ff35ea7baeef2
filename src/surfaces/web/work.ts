// The parts of a version and how each is shown: by its name, or by its first characters.
import { jsonOrNothing } from '../../rules/reading/parsed.ts'
import { fencedFiles } from '../../lib/fenced-files.ts'
import { kindOfName } from '../../schema/artifact.ts'
import type { WorkPart } from './document.ts'

export interface Named {
  /** The name of its file, current or future. */
  path: string
  /** Whether it is meant as a set of files. */
  isSet: boolean
}

/** `frame` gives the URL at which the whole, or one file of a set, can be framed. */
export function partsOf(text: string, { path, isSet }: Named, frame: (file?: string) => string): WorkPart[] {
  const { files, problems } = isSet ? fencedFiles(text) : { files: [], problems: [] }
  if (files.length === 0 || problems.length > 0) return [part(path, text, 1, frame)]
  return files.map((file) => part(file.path, file.text, file.line + 1, () => frame(file.path)))
}

function part(path: string, text: string, line: number, frame: () => string): WorkPart {
  const kind = kindOf(path, text)
  return { path, kind, language: path.slice(path.lastIndexOf('.') + 1).toLowerCase(), text, line, frame: kind === 'page' ? frame() : null }
}

function kindOf(path: string, text: string): WorkPart['kind'] {
  if (/\.(html?|svg)$/i.test(path) || /^\s*(?:<!doctype html|<html|<svg|<\?xml[^>]*>\s*<svg)[\s>]/i.test(text)) return 'page'
  const kind = kindOfName(path)
  if (kind === 'json' && typeof jsonOrNothing(text) === 'object') return 'json'
  return kind === 'markdown' || kind === 'text' ? kind : 'code'
}
