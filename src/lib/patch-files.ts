// Splits a patch of several files into one patch per file.
import { parsePatch } from 'diff'

export interface PatchFile {
  path: string
  is: 'new' | 'changed' | 'gone'
  patch: string
}

export function patchFiles(patch: string): PatchFile[] {
  return patch
    .split(/^(?=diff --git )/m)
    .filter((part) => part.startsWith('diff --git '))
    .map((part) => {
      const [file] = parsePatch(part)
      const path = (file?.isDelete ? file.oldFileName : file?.newFileName)?.replace(/^[ab]\//, '')
      return { path: path ?? '?', is: file?.isCreate ? 'new' : file?.isDelete ? 'gone' : 'changed', patch: part }
    })
}
