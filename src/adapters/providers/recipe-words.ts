// What assistants say while they work, read from the events they stream, one a line. For eyes only: a reply is read from the whole.
import { fields, parse, words } from './recipe-output.ts'

/** Word by word; a block of text or thinking ends a line. */
export function claudeSays(line: string): string {
  const event = fields(fields(parse(line))['event'])
  const delta = fields(event['delta'])
  return event['type'] === 'content_block_stop' ? '\n' : words(delta['text']) || words(delta['thinking'])
}

/** What it runs as it begins, what it says and thinks once that is whole. */
export function codexSays(line: string): string {
  const event = fields(parse(line))
  const item = fields(event['item'])
  return event['type'] === 'item.started'
    ? ended(words(item['command']))
    : event['type'] === 'item.completed'
      ? ended(words(item['text']))
      : ''
}

export function opencodeSays(line: string): string {
  const event = fields(parse(line))
  const part = fields(event['part'])
  return event['type'] === 'tool_use' ? ended(words(part['tool'])) : ended(words(part['text']))
}

const ended = (text: string) => (text === '' ? '' : `${text}\n`)
