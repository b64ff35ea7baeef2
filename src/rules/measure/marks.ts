// What a patch adds: its new lines with their places, and the TODO, FIXME and XXX marks in them.
import { parsePatch } from 'diff'

export interface AddedLine {
  file: string
  line: number
  text: string
}

/** The added lines of a unified diff, whose headers name files as git does. */
export const addedLines = (patch: string): AddedLine[] =>
  parsePatch(patch).flatMap(({ newFileName = '', hunks }) =>
    hunks.flatMap(({ newStart, lines }) =>
      lines
        .filter((text) => /^[+ ]/.test(text))
        .map((text, index) => ({ text, line: newStart + index }))
        .filter(({ text }) => text.startsWith('+'))
        .map(({ text, line }) => ({ file: newFileName.replace(/^b\//, ''), line, text: text.slice(1) })),
    ),
  )

export const marksIn = (added: readonly AddedLine[]): AddedLine[] => added.filter(({ text }) => mark.test(text))

/** The number of marks on a line; two on one line count twice. */
export const countMarks = (added: readonly AddedLine[]): number =>
  added.reduce((sum, { text }) => sum + [...text.matchAll(/\b(?:TODO|FIXME|XXX)\b/g)].length, 0)

const mark = /\b(?:TODO|FIXME|XXX)\b/
