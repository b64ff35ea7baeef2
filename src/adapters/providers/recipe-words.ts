// What assistants say while they work, read from their event streams, one event per line. For display only: replies are parsed from the whole output.
import { jsonOrNothing } from '../../rules/reading/parsed.ts'
import { fields, words } from './recipe-output.ts'

/** Word by word; the end of a block of text or thinking ends a line. */
export function claudeSays(line: string): string {
  const event = fields(fields(jsonOrNothing(line))['event'])
  const delta = fields(event['delta'])
  return event['type'] === 'content_block_stop' ? '\n' : words(delta['text']) || words(delta['thinking'])
}

/** Commands as they start; text and thinking once complete. */
export function codexSays(line: string): string {
  const event = fields(jsonOrNothing(line))
  const item = fields(event['item'])
  return event['type'] === 'item.started'
    ? ended(words(item['command']))
    : event['type'] === 'item.completed'
      ? ended(words(item['text']))
      : ''
}

export function opencodeSays(line: string): string {
  const event = fields(jsonOrNothing(line))
  const part = fields(event['part'])
  return event['type'] === 'tool_use' ? ended(words(part['tool'])) : ended(words(part['text']))
}

const ended = (text: string) => (text === '' ? '' : `${text}\n`)
