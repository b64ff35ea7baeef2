// Loads the part-of-speech model, once and only when the first sentence is read: it takes a tenth of a second.
import { createRequire } from 'node:module'
import type { ItemToken, ItsFunction, Model, WinkMethods } from 'wink-nlp'

export interface Tagged {
  text: string
  tag: string
  lemma: string
}

let loaded: WinkMethods | undefined

function wink(): WinkMethods {
  if (!loaded) {
    // A plain import would make every command pay for it; `import()` would make every reader wait.
    const require = createRequire(import.meta.url)
    const winkNLP = require('wink-nlp') as (model: Model, pipe: string[]) => WinkMethods
    loaded = winkNLP(require('wink-eng-lite-web-model') as Model, ['sbd', 'pos'])
  }
  return loaded
}

/** The same lines are read over and over: by the outline, the critic and whoever asks for a change. */
const seen = new Map<string, readonly Tagged[]>()

/** Tokens of one line or sentence; their texts, with the blanks between, are the line's. */
export function tagged(text: string): readonly Tagged[] {
  const known = seen.get(text)
  if (known) return known
  const nlp = wink()
  const all: Tagged[] = []
  if (seen.size >= 4000) seen.clear()
  seen.set(text, all)
  nlp
    .readDoc(text)
    .tokens()
    .each((token: ItemToken) => {
      all.push({
        text: token.out(),
        tag: token.out(nlp.its.pos as ItsFunction<string>),
        // the model has none for a "cannot" that ends a sentence
        lemma: token.out(nlp.its.lemma as ItsFunction<string | undefined>) ?? token.out().toLowerCase(),
      })
    })
  return all
}

/** The sentences of one line. */
export function sentencesIn(line: string): string[] {
  return wink().readDoc(line).sentences().out() as string[]
}

let vocabulary = 0

/** Whether the model's dictionary (some 87,000 words) holds a word. */
export function isKnownWord(word: string): boolean {
  const nlp = wink()
  const id = (text: string) =>
    nlp
      .readDoc(text)
      .tokens()
      .itemAt(0)
      ?.out(nlp.its.uniqueId as ItsFunction<number>) as number
  vocabulary ||= id('qzxvqzxv')
  return id(word.toLowerCase()) < vocabulary
}
