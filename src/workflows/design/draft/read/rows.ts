// A row of a requirements table → the sentences it states and who it is about.
import type { Block } from './blocks.ts'

const says =
  /^(?:(?:functional |business |system |user |high-level )?requirements?(?: description| statement)?|descriptions?|user stor(?:y|ies)|stor(?:y|ies)|features?|statement|acceptance(?: criteria)?|behaviou?r|functionality|rules?|criteria|use cases?|details|capability|scenario|action|what|need)$/i
const whose = /^(?:actors?|roles?|users?|who|persona|as an?|as an?\.\.\.|user role|as an? \.\.\.)$/i
const wish = /^(?:i want(?: to)?|i need(?: to)?|i can|want)(?:\s*(?:\.\.\.|…))?$/i
const why = /^(?:so that|so|in order to|benefit|because)(?:\s*(?:\.\.\.|…))?$/i

export function readRow(block: Block): { texts: string[]; actor: string } | undefined {
  const cells = (block.cells ?? []).filter(([, cell]) => cell !== '')
  const find = (pattern: RegExp) => cells.find(([title]) => pattern.test(title))?.[1] ?? ''
  const actor = find(whose)
  const wanted = find(wish)
  if (actor && wanted) {
    const benefit = find(why)
    return {
      actor: '',
      texts: [
        `As ${/^(?:an?|the)\b/i.test(actor) ? '' : 'a '}${actor}, I want ${/^to\b/i.test(wanted) ? '' : 'to '}${wanted}${benefit ? ` so that ${benefit}` : ''}`,
      ],
    }
  }
  const stated = cells.filter(([title]) => says.test(title)).map(([, cell]) => cell)
  const text =
    stated.sort((a, b) => b.length - a.length)[0] ??
    cells.map(([, cell]) => cell).find((cell) => /\b(?:can|shall|must|should|will|as an?)\b.+/i.test(cell))
  if (text === undefined || text.split(' ').length < 2) return undefined
  const accepted = find(/^acceptance(?: criteria)?$|^criteria$/i)
  return { texts: [...new Set([text, ...(accepted.split(' ').length > 2 ? [accepted] : [])])], actor }
}
