// Java and Ruby tests that stand something else in the place of the very class their file is named for.
import type { Language, Token } from './tokens.ts'

export function namedMocks(
  path: string,
  tokens: readonly Token[],
  fresh: ReadonlySet<Token>,
  language: Language,
): { name: string; line: number }[] {
  if (language !== 'java' && language !== 'ruby') return []
  const subject = subjectOf(path)
  return tokens.flatMap((token, index) => {
    if (!fresh.has(token) || token.kind !== 'word') return []
    const given = tokens[index + 2]?.text ?? ''
    const called = tokens[index + 1]?.text === '(' && (given === subject || given === 'described_class')
    const replaced =
      language === 'java'
        ? (called && /^(?:mock|spy|mockStatic|mockConstruction|createMock)$/.test(token.text)) ||
          (token.text === 'Mock' &&
            tokens[index - 1]?.text === '@' &&
            tokens.slice(index + 1, index + 5).some(({ text }) => text === subject))
        : called && /^(?:allow|allow_any_instance_of|instance_double|class_double|stub_const)$/.test(token.text)
    return replaced ? [{ name: subject, line: token.line }] : []
  })
}

/** `FareTest.java` and `fare_spec.rb` are about `Fare`. */
function subjectOf(path: string): string {
  const stem = path.slice(path.lastIndexOf('/') + 1).replace(/\.\w+$/, '')
  const bare = stem.replace(/^(?:Test(?=[A-Z])|test_)|(?:Tests?|TestCase|IT|Spec|_test|_spec)$/g, '')
  return bare.replace(/(?:^|_)(\p{L})/gu, (_, letter: string) => letter.toUpperCase())
}
