// Refreshes src/workflows/design/critic/technology-names.ts from simple-icons (CC0) and linguist-languages (MIT): `node scripts/technologies.ts`.
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import * as languages from 'linguist-languages'
import { isPerson } from '../src/lib/english/lexicon.ts'
import { isKnownWord } from '../src/lib/english/model.ts'

interface Icon {
  title: string
  source: string
  aliases?: { aka?: string[] }
}

const root = fileURLToPath(new URL('..', import.meta.url))
const icons = JSON.parse(readFileSync(`${root}node_modules/simple-icons/data/simple-icons.json`, 'utf8')) as Icon[]

/** Where projects live rather than brands of cars and clothes. */
const technical =
  /(?:^|\.)github\.com|gitlab\.com|github\.io|npmjs|pypi|apache\.org|jetbrains|cncf|developer\.|\.(?:dev|io|sh|app|rs|build|tech|team|ai)(?:\/|$)|docs?\.|cloud\.|orm\./
const spelledLikeCode = /[a-z][A-Z]|[A-Z]{2}[A-Z]*[a-z]{2}|\d|\.(?:js|io|ai|dev)$|\b(?:JS|DB|SQL|UI|API|SDK|CMS|QL|CSS|ML)$/

interface Name {
  text: string
  isTechnical: boolean
}

const names: Name[] = [
  ...icons.flatMap(({ title, source, aliases }) =>
    [title, ...(aliases?.aka ?? [])].map((text) => ({ text, isTechnical: technical.test(source.replace(/^https?:\/\/(?:www\.)?/, '')) })),
  ),
  ...Object.values(languages as unknown as Record<string, { name: string; type: string }>)
    .filter(({ type }) => type === 'programming')
    .map(({ name }) => ({ text: name, isTechnical: true })),
]

const plain = new Set<string>()
const named = new Set<string>()
const everyday = new Set<string>()
const phrases = new Set<string>()
for (const { text, isTechnical } of names) {
  const words = text
    .replaceAll(/[^\p{L}\p{N}.'-]+/gu, ' ')
    .trim()
    .split(' ')
  if (words.length === 1) {
    const [word] = words as [string]
    if (!/^[\p{L}\p{N}][\p{L}\p{N}.-]{2,}$/u.test(word) || /^\d/.test(word)) continue
    const isWord = isKnownWord(word)
    if (isWord && isTechnical && !isPerson(word.toLowerCase())) everyday.add(word)
    else if (!isWord && (isTechnical || spelledLikeCode.test(text))) plain.add(word)
    else if (!isWord) named.add(word)
  } else if (words.length <= 3 && words.every((word) => /^[\p{Lu}\d]/u.test(word)) && (isTechnical || spelledLikeCode.test(text)))
    phrases.add(words.join(' '))
}

const quoted = (all: Set<string>) => [...all].sort().join('|').replaceAll("'", "\\'")
writeFileSync(
  fileURLToPath(new URL('../src/workflows/design/critic/technology-names.ts', import.meta.url)),
  [
    '// Names of technologies from simple-icons and linguist-languages, written by scripts/technologies.ts: do not edit.',
    `/** Mean nothing else. */\nexport const plainNames =\n  '${quoted(plain)}'`,
    `/** Brands of any trade: a technology only in the company of code. */\nexport const brandNames =\n  '${quoted(named)}'`,
    `/** Everyday words that also name a technology. */\nexport const everydayNames =\n  '${quoted(everyday)}'`,
    `/** Several words, each with its capital. */\nexport const phraseNames =\n  '${quoted(phrases)}'`,
    '',
  ].join('\n'),
)
for (const [label, all] of Object.entries({ plain, named, everyday, phrases })) process.stdout.write(`${label}: ${all.size}\n`)
