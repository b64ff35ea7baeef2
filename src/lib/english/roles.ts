// Who can act: people, groups of people, and the system that a text is about.
import { isGroup, isPerson } from './lexicon.ts'

const system =
  /^(?:system|app|application|software|program|service|site|website|platform|server|page|screen|form|tool|product|solution|device|scheduler|job|calculator|computer|printer|scanner|terminal|sensor|controller|monitor|timer|browser|reader|bot|robot|gate|machine)$/
const anybody =
  /^(?:it|they|he|she|we|you|i|that|which|who|someone|somebody|anyone|anybody|everyone|everybody|nobody|person|people|user|actor|other|others|somebody)$/

/** A person or a group that a text can tell from others. */
export function isRole(word: string): boolean {
  return !system.test(word) && !anybody.test(word) && (isPerson(word) || isGroup(word))
}

export function isAnybody(word: string): boolean {
  return anybody.test(word)
}

export function isSystem(word: string): boolean {
  return system.test(word)
}

export function isActor(word: string): boolean {
  return isRole(word) || isAnybody(word) || isSystem(word)
}
