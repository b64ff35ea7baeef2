// Paths by pattern, the way runners and coverage tools write them: globs, Python's wildcards, regular expressions, and plain words.
import picomatch from 'picomatch/posix.js'

/** `shell`: Python's, where a star also stands for slashes. `regex`: Jest's, which may fit anywhere in the path. */
export type Form = 'glob' | 'shell' | 'regex'

/** Whether a path fits the pattern, whatever stands before it to negate it. A word alone means the file, the folder or a part of that name. */
export function pathsBy(pattern: string, form: Form = 'glob'): (path: string) => boolean {
  const plain = pattern.replace(/^!(?!\()/, '').replace(/^<rootDir>/, '')
  if (plain === '' || plain.length > 300) return () => false
  if (form === 'regex') {
    const fits = regexOf(plain)
    return fits ? (path) => fits.test(`/${path}`) : () => false
  }
  // `./...` is how Go says "and all below".
  const glob = plain.replace(/^(?:\.?\/)+/, '').replace(/(^|\/)\.\.\.$/, '$1**')
  if (glob === '') return () => false
  const folder = glob.replace(/\/?$/, '/')
  if (!/[*?{[(]/.test(glob)) {
    const isName = !glob.slice(0, -1).includes('/')
    return (path) => path === glob || path.startsWith(folder) || (isName && `/${path}/`.includes(`/${folder}`))
  }
  // It takes a second argument, which `filter` and `some` would give it.
  const fits = picomatch(glob, { dot: true, nonegate: true, ...(form === 'shell' && { bash: true, basename: !glob.includes('/') }) })
  return (path) => fits(path)
}

/** A path, a folder with its slash, or a pattern; a bare word is a whole path here. */
export function names(pattern: string, path: string): boolean {
  return pattern === path || (pattern.endsWith('/') && path.startsWith(pattern)) || (/[*?{[(]/.test(pattern) && pathsBy(pattern)(path))
}

function regexOf(text: string): RegExp | null {
  try {
    return new RegExp(text)
  } catch {
    return null
  }
}
