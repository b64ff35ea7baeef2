// Small rewritings that make a sentence easier to read by machine without changing what it says.

/** For finding acts: slashes become "or", asides in brackets go unless they list data. */
export function forActs(sentence: string): string {
  return sentence
    .replace(/^([^(]{8,}?\p{L}):\s+([^:.]{3,200})\.?$/u, (all, head: string, tail: string) =>
      listsData(tail) && !/\b(?:one of|types?|options?|values?|status(?:es)?|roles?|levels?|categor(?:y|ies)|kinds?)$/i.test(head)
        ? `${head} including ${tail}`
        : all,
    ) // "update profile fields: name, phone"
    .replace(/\band\/or\b/gi, 'or')
    .replace(/(?<=\p{L}{2})\s+\/\s+(?=\p{L}{2})/gu, ' or ')
    .replace(
      /(?<![\p{L}\p{N}/.:])(\p{L}{2,})\/(\p{L}{2,})(?:\/(\p{L}{2,}))?(?![\p{L}\p{N}/])/gu,
      (_, a: string, b: string, c: string | undefined) => (c ? `${a}, ${b} or ${c}` : `${a} or ${b}`),
    )
    .replace(
      /\s*[([]([^()[\]]{0,300})[)\]](?=(\s+(?:to|can|shall|must|should|may|will|is|are|has|have)\b)?)/g,
      (_, inner: string, verb: string | undefined) =>
        listsData(inner) && verb === undefined ? ` (${inner.replace(/\s*:\s*["“][^"”]*["”]/g, '')})` : '',
    )
    .replace(/,?\s+(?:e\.g\.|for example|for instance),?\s+[^,.;()]+$/i, '')
    .replace(
      /\b(allow|support|enable|permit)(s?) (?:the )?(creation|deletion|removal|addition|modification|cancellation|registration|submission|selection|recording|capture|deactivation|activation) of\b/gi,
      (_, verb: string, end: string, noun: string) => `${verb}${end} ${gerunds[noun.toLowerCase()] ?? noun}`,
    )
    .replace(/,?\s+as well as\s+/gi, ' and ')
    .replace(/\bno longer\b/gi, 'not')
    .replace(/,?\s+as (?:they|he|she|I|we|it) (?:desires?|wish(?:es)?|likes?|needs?|wants?|sees? fit)\b/gi, '')
    .replace(/\s+/g, ' ')
    .trim()
}

const gerunds: Readonly<Record<string, string>> = {
  creation: 'creating',
  deletion: 'deleting',
  removal: 'removing',
  addition: 'adding',
  modification: 'modifying',
  cancellation: 'cancelling',
  registration: 'registering',
  submission: 'submitting',
  selection: 'selecting',
  recording: 'recording',
  capture: 'capturing',
  deactivation: 'deactivating',
  activation: 'activating',
}

/** "It's done when the clerk can …", "Verify that the clerk can …": what follows is the requirement. So with "Ability to …". */
export function withoutTest(sentence: string): string {
  return sentence.replace(
    /^(?:it(?:['’]s| is) (?:considered )?(?:done|complete|accepted) when|done when|(?:verify|ensure|make sure|check|confirm) that|(?:the )?(?:ability|possibility) to|(?:should )?be able to)\s+(?=\p{L})/iu,
    '',
  )
}

/** "I want a reminder to be sent" → "a reminder is sent"; "I want to send …" stays. */
export function forWishes(sentence: string): string {
  const wish =
    /^(?:I|we) (?:want|need|would like|wish|expect) (?!to\b)(.{2,80}?) to (?:to )?be (?:to be )?((?:automatically |always |only )?[\p{L}]+)\b(.*)$/iu.exec(
      sentence,
    )
  return wish ? `${wish[1]} are ${wish[2]}${wish[3]}` : sentence
}

/** "(name, email and phone)" is data; "(short text message)" and "(optional)" are asides. */
function listsData(inner: string): boolean {
  const parts = inner.replace(/^(?:such as|like|including)[,:]?\s*/i, '').split(/,|\band\b|\bor\b/)
  return (
    !/^(?:e\.?g\b|i\.?e\b|for example)/i.test(inner.trim()) &&
    parts.length > 1 &&
    parts.every((part) => part.trim().split(/\s+/).length <= 4)
  )
}
