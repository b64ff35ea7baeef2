// Refreshes src/workflows/design/critic/technology-names.ts from simple-icons and iconify's logos (CC0), devicon, linguist-languages and npm-high-impact (MIT): `node scripts/technologies.ts`.
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import * as languages from 'linguist-languages'
import { npmHighImpact } from 'npm-high-impact'
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

const titles: Name[] = icons.flatMap(({ title, source, aliases }) =>
  [title, ...(aliases?.aka ?? [])].map((text) => ({ text, isTechnical: technical.test(source.replace(/^https?:\/\/(?:www\.)?/, '')) })),
)
/** Brands that everybody meets are no technology because a collection of logos holds them, too. */
const brands = new Set(titles.filter(({ isTechnical }) => !isTechnical).map(({ text }) => key(text)))
/** "tool tip", "user name": two words in one are English, whoever took the name for a package. */
const packages = npmHighImpact.filter((name) => /^[a-z]{4,}$/.test(name) && !isKnownWord(name) && !isCompound(name))

const names: Name[] = [
  ...titles,
  ...iconsOf('devicon')
    .filter((text) => text.length > 3 && !brands.has(key(text)))
    .map((text) => ({ text, isTechnical: true })),
  ...[...iconsOf('logos'), ...packages].map((text) => ({ text, isTechnical: false })),
  ...Object.values(languages as unknown as Record<string, { name: string; type: string }>)
    .filter(({ type }) => type === 'programming')
    .map(({ name }) => ({ text: name, isTechnical: true })),
]

function key(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
}

/** "hugging-face-icon" → "Hugging Face" */
function iconsOf(set: string): string[] {
  const { icons: all } = JSON.parse(readFileSync(`${root}node_modules/@iconify-json/${set}/icons.json`, 'utf8')) as { icons: object }
  const slugs = Object.keys(all).map((slug) => slug.replace(/(?:-(?:icon|wordmark|original|plain|line|dark|light|alt|old|\d))+$/, ''))
  return [...new Set(slugs)].map((slug) =>
    slug
      .split('-')
      .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
      .join(' '),
  )
}

function isCompound(name: string): boolean {
  return Array.from({ length: Math.max(0, name.length - 3) }, (_, i) => i + 2).some(
    (at) => isKnownWord(name.slice(0, at)) && isKnownWord(name.slice(at)) && name.length - at >= 2,
  )
}

const seen = new Set<string>()
const plain = new Set<string>()
const named = new Set<string>()
const everyday = new Set<string>()
const phrases = new Set<string>()
for (const { text, isTechnical } of names) {
  if (seen.has(key(text))) continue
  seen.add(key(text))
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
    '// Names of technologies from simple-icons, iconify logos, devicon, linguist-languages and npm-high-impact, written by scripts/technologies.ts: do not edit.',
    `/** Mean nothing else. */\nexport const plainNames =\n  '${quoted(plain)}'`,
    `/** Brands of any trade: a technology only in the company of code. */\nexport const brandNames =\n  '${quoted(named)}'`,
    `/** Everyday words that also name a technology. */\nexport const everydayNames =\n  '${quoted(everyday)}'`,
    `/** Several words, each with its capital. */\nexport const phraseNames =\n  '${quoted(phrases)}'`,
    '',
  ].join('\n'),
)
for (const [label, all] of Object.entries({ plain, named, everyday, phrases })) process.stdout.write(`${label}: ${all.size}\n`)
