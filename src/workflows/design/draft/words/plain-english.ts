// Small rewritings that make a sentence easier to read by machine without changing what it says.

/** For finding acts: slashes become "or", asides in brackets go unless they list data. */
export function forActs(sentence: string): string {
  return sentence
    .replace(/\band\/or\b/gi, 'or')
    .replace(/(?<![\p{L}\p{N}/.:])(\p{L}{2,})\/(\p{L}{2,})(?:\/(\p{L}{2,}))?(?![\p{L}\p{N}/])/gu, (_, a: string, b: string, c: string | undefined) => (c ? `${a}, ${b} or ${c}` : `${a} or ${b}`))
    .replace(/\s*[([]([^()[\]]{0,300})[)\]](?=(\s+(?:to|can|shall|must|should|may|will|is|are|has|have)\b)?)/g, (all, inner: string, verb: string | undefined) => (listsData(inner) && verb === undefined ? all : ''))
    .replace(/,?\s+as well as\s+/gi, ' and ')
    .replace(/\bno longer\b/gi, 'not')
    .replace(/,?\s+as (?:they|he|she|I|we|it) (?:desires?|wish(?:es)?|likes?|needs?|wants?|sees? fit)\b/gi, '')
    .replace(/\s+/g, ' ')
    .trim()
}

/** "I want a reminder to be sent" → "a reminder is sent"; "I want to send …" stays. */
export function forWishes(sentence: string): string {
  const wish = /^(?:I|we) (?:want|need|would like|wish|expect) (?!to\b)(.{2,80}?) to (?:to )?be (?:to be )?((?:automatically |always |only )?[\p{L}]+)\b(.*)$/iu.exec(sentence)
  return wish ? `${wish[1]} are ${wish[2]}${wish[3]}` : sentence
}

/** "(name, email and phone)" is data; "(short text message)" and "(optional)" are asides. */
function listsData(inner: string): boolean {
  const parts = inner.replace(/^(?:e\.?g\.?|i\.?e\.?|such as|like|including)[,:]?\s*/i, '').split(/,|\band\b|\bor\b/)
  return parts.length > 1 && parts.every((part) => part.trim().split(/\s+/).length <= 4)
}
