// A sentence as words: what is quoted is one word, contractions are two, and words that only soften are left out.

export interface Word {
  /** Without the quotation marks. */
  text: string
  lower: string
  quoted: boolean
  /** Offsets into the sentence, quotation marks included. */
  start: number
  end: number
}

const pattern =
  /“([^”]+)”|"([^"]+)"|«([^»]+)»|`([^`]+)`|‘([^’]+(?:’(?=\p{L})[^’]+)*)’|(?<![\p{L}\p{N}])'([^']+(?:'(?=\p{L})[^']+)*)'(?![\p{L}\p{N}])|[-=]+>|→|\b(?:yes\/no|true\/false|e-?mail)\b|[\p{L}\p{N}]+(?:[-_.](?=\p{N})[\p{N}]+|[-_](?=\p{L})[\p{L}\p{N}]+)*(?:['’]\p{L}+)?|\S/giu

const soft = /^(?:please|pls|kindly|also|really|just|simply|actually|definitely)$/

const whole: Readonly<Record<string, readonly string[]>> = {
  cannot: ['can', 'not'],
  "can't": ['can', 'not'],
  "won't": ['will', 'not'],
  "let's": ['let', 'us'],
}
const endings: Readonly<Record<string, string>> = { "'d": 'would', "'ll": 'will', "'re": 'are', "'ve": 'have', "'m": 'am', "n't": 'not' }

export function wordsOf(sentence: string): Word[] {
  const words: Word[] = []
  for (const match of sentence.matchAll(pattern)) {
    const [said] = match
    const quoted = match.slice(1).find((each) => each !== undefined)
    const [start, end] = [match.index, match.index + said.length]
    if (quoted !== undefined) words.push({ text: quoted, lower: quoted.toLowerCase(), quoted: true, start, end })
    else
      for (const [i, text] of apart(said.replaceAll('’', "'")).entries()) {
        const from = i === 0 ? start : words.at(-1)!.end
        words.push({ text, lower: text.toLowerCase(), quoted: false, start: from, end: i === 0 ? Math.min(end, from + text.length) : end })
      }
  }
  // "the users' email"
  const owned = words.map((each, at) => (each.lower === "'" && /s$/.test(words[at - 1]?.lower ?? '') ? { ...each, lower: "'s" } : each))
  const said = owned.filter(({ lower, quoted }) => quoted || !soft.test(lower))
  while (said.length > 0 && !said.at(-1)!.quoted && /^[.,;!?]$/.test(said.at(-1)!.text)) said.pop()
  return said
}

/** "isn't" is two words, and so is "loan's". */
function apart(said: string): string[] {
  const lower = said.toLowerCase()
  if (whole[lower]) return [...whole[lower]]
  if (/^(?:it|that|there|what|he|she)'s$/.test(lower)) return [said.slice(0, -2), 'is']
  const [, ending = ''] = /(n't|'(?:d|ll|re|ve|m))$/.exec(lower) ?? []
  if (ending !== '') return [said.slice(0, -ending.length), endings[ending]!]
  return lower.endsWith("'s") ? [said.slice(0, -2), "'s"] : [said]
}

/** The words from one to another, as they were written; without the quotation marks where that is all. */
export function textOf(sentence: string, words: readonly Word[], from: number, to: number): string {
  if (to - from === 1) return words[from]!.text
  return sentence.slice(words[from]!.start, words[to - 1]!.end)
}
