// Every correction of the tagger, on the sentence it was written for.
import { expect, test } from 'vitest'
import { corrections } from '../../../../src/workflows/design/draft/words/corrections.ts'
import { tag } from '../../../../src/workflows/design/draft/words/tag.ts'

test.each(corrections.map(({ example, part, form }) => ({ example, part, form: form ?? '' })))('$example is a $part', ({ example, part, form }) => {
  const word = /\b[A-Z]{3,}\b/.exec(example)?.[0].toLowerCase() ?? ''
  const found = tag(example.replace(/\b[A-Z]{3,}\b/, word)).find((token) => token.lower === word)
  expect([found?.part, found?.form]).toEqual([part, form])
})
