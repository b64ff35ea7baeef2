// The names a piece of code exports, by its language's rules.
import type { Code, Language } from './code.ts'

export function exportsOf(code: Code): string[] {
  const names = (patterns[code.language] ?? []).flatMap((pattern) => [...code.bare.matchAll(pattern)].map((match) => match[1] ?? ''))
  if (code.language !== 'typescript' && code.language !== 'javascript') return names
  return [...names, ...listed(code.bare), ...(/\bexport\s+default\b/.test(code.bare) ? ['default'] : [])]
}

const scriptPatterns = [
  /\bexport\s{1,9}(?:default\s{1,9})?(?:declare\s{1,9})?(?:abstract\s{1,9})?(?:async\s{1,9})?(?:function\s{0,9}\*?|class|const|let|var|type|interface|enum)\s{1,9}([A-Za-z_$][\w$]*)/g,
  /\b(?:module\.)?exports\.([A-Za-z_$][\w$]*)\s{0,9}=/g,
]

const patterns: Partial<Record<Language, readonly RegExp[]>> = {
  typescript: scriptPatterns,
  javascript: scriptPatterns,
  python: [/^(?:async )?(?:def|class) (\w+)/gm, /^([A-Za-z]\w*)(?:: [^=\n]{1,200})? = /gm],
  go: [/^func (?:\([^()\n]{1,200}\) )?([A-Z]\w*)/gm, /^(?:type|var|const) ([A-Z]\w*)/gm],
  rust: [/\bpub (?:async |const |unsafe )*(?:fn|struct|enum|trait|const|static|type|mod) (\w+)/g],
  java: [/\bpublic (?:[\w<>[\],.?]+ ){1,6}(\w+)\s{0,9}[({]/g, /\b(?:class|interface|enum|record) (\w+)/g],
  csharp: [/\bpublic (?:[\w<>[\],.?]+ ){1,6}(\w+)\s{0,9}[({]/g, /\b(?:class|interface|enum|record|struct) (\w+)/g],
  kotlin: [/^(?!\s{0,99}private)[ \t]*(?:\w+ )*(?:fun|class|object|interface) (\w+)/gm],
  ruby: [/^[ \t]*(?:def (?:self\.)?|class |module )(\w+[?!]?)/gm],
  php: [/\b(?:function|class|interface|trait) (\w+)/g],
  swift: [/\b(?:public|open) (?:\w+ )*(?:func|class|struct|enum|protocol) (\w+)/g],
  c: [/^(?!static)[A-Za-z_][\w *]{0,200}?\b(\w+)\s{0,9}\([^;{}()]{0,500}\)\s{0,9}\{/gm],
  shell: [/^(?:function )?(\w+)\s{0,9}\(\)/gm],
}

/** `export { a, b as c }` and `module.exports = { a, b: 1 }`. */
function listed(bare: string): string[] {
  const exported = [...bare.matchAll(/\bexport\s{1,9}(?:type\s{1,9})?\{([^{}]{0,5000})\}/g)].flatMap((match) =>
    (match[1] ?? '').split(',').map(
      (part) =>
        part
          .trim()
          .split(/\s+as\s+/)
          .at(-1) ?? '',
    ),
  )
  const assigned = [...bare.matchAll(/\bmodule\.exports\s{0,9}=\s{0,9}\{([^{}]{0,5000})\}/g)].flatMap((match) =>
    (match[1] ?? '').split(',').map((part) => part.trim().split(':')[0]?.trim() ?? ''),
  )
  return [...exported, ...assigned].filter((name) => name !== '')
}
