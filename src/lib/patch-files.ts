// Splits a patch of several files into one patch per file.

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
      const named = (mark: RegExp) => mark.exec(part)?.[1]
      const [before, after] = [named(/^--- a\/(.+?)\t?$/m), named(/^\+\+\+ b\/(.+?)\t?$/m)]
      const path = after ?? before ?? named(/^rename to (.+)$/m) ?? named(/^diff --git a\/(.+) b\/\1$/m) ?? '?'
      const is = /^new file mode /m.test(part) ? 'new' : /^deleted file mode /m.test(part) ? 'gone' : 'changed'
      return { path, is, patch: part }
    })
}
