// What a person is asked before a design begins: what their text leaves open.
import type { Makers } from '../../../operations/world.ts'
import type { Question } from '../intent.ts'
import { mostAsked } from '../outline/answers.ts'

/** The most valuable questions on a text, if the built-in maker reads it; other makers ask in their own way. */
export async function toAsk({ pins }: Makers, text: string): Promise<Question[]> {
  const maker = (pins.makers['design-generator'] ?? pins.makers['default'])?.name ?? 'builtin'
  if (maker !== 'builtin') return []
  const { questionsOn } = await import('../builtin.ts')
  return questionsOn(text).slice(0, mostAsked)
}
