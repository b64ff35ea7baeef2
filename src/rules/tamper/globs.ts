// Paths by pattern, the way runners and coverage tools write them: *, **, ?, {a,b}, and a bare word as a part of the path.

export function matchesGlob(pattern: string, path: string): boolean {
  const plain = pattern
    .replace(/^!/, '')
    .replace(/^<rootDir>\//, '')
    .replace(/^\.?\//, '')
  if (plain === '' || plain.length > 300) return false
  if (!/[*?{]/.test(plain))
    return path === plain || path.startsWith(plain.replace(/\/?$/, '/')) || path.includes(plain.replaceAll(/[\\^$]/g, ''))
  return toRegExp(plain).test(path)
}

/** A path, a folder with its slash, or a pattern; a bare word is a whole path here. */
export function names(pattern: string, path: string): boolean {
  return pattern === path || (pattern.endsWith('/') && path.startsWith(pattern)) || (pattern.includes('*') && matchesGlob(pattern, path))
}

function toRegExp(glob: string): RegExp {
  let form = ''
  let braces = 0
  for (let at = 0; at < glob.length; at++) {
    const char = glob[at] as string
    if (glob.startsWith('**/', at)) {
      form += '(?:[^/]+/)*'
      at += 2
    } else if (glob.startsWith('**', at)) {
      form += '.*'
      at++
    } else if (char === '*') form += '[^/]*'
    else if (char === '?') form += '[^/]'
    else if (char === '{') {
      form += '(?:'
      braces++
    } else if (char === '}' && braces > 0) {
      form += ')'
      braces--
    } else if (char === ',' && braces > 0) form += '|'
    else form += char.replace(/[.+^$()|[\]\\{}]/, '\\$&')
  }
  return new RegExp(`^${form}${')'.repeat(braces)}$`)
}
