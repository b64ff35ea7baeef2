// How requirement texts are read: blocks, sentences, statements.
import { describe, expect, test } from 'vitest'
import { readBlocks } from '../../../../src/workflows/design/draft/read/blocks.ts'
import { splitSentences } from '../../../../src/workflows/design/draft/read/sentences.ts'
import { candidates, readStory } from '../../../../src/workflows/design/draft/read/statements.ts'

const kinds = (text: string) => candidates(readBlocks(text)).map(({ kind, core }) => `${kind}: ${core}`)

describe('sentences', () => {
  test.each([
    ['One. Two.', ['One.', 'Two.']],
    ['Pay 3.50 euros. Done.', ['Pay 3.50 euros.', 'Done.']],
    ['Use e.g. PayPal or cash. Next.', ['Use e.g. PayPal or cash.', 'Next.']],
    ['Dr. Smith signs. The nurse files it.', ['Dr. Smith signs.', 'The nurse files it.']],
    ['Export file.csv now. Then stop!', ['Export file.csv now.', 'Then stop!']],
    ['Open at 9 a.m. and close at 5 p.m. daily.', ['Open at 9 a.m. and close at 5 p.m. daily.']],
    ['He said "stop." Then he left.', ['He said "stop."', 'Then he left.']],
    ['Really?! Yes…', ['Really?!', 'Yes…']],
    ['A guest may cancel until noon; later requests go to the desk.', ['A guest may cancel until noon', 'later requests go to the desk.']],
    ['Version 2.0 of the form is used.', ['Version 2.0 of the form is used.']],
    ['J. K. Rowling writes. Readers read.', ['J. K. Rowling writes.', 'Readers read.']],
    ['', []],
    ['... !!! ???', []],
  ])('%j', (text, expected) => expect(splitSentences(text)).toEqual(expected))
})

describe('blocks', () => {
  test('headings give every block its section, and the first of them is the title', () => {
    const { title, blocks } = readBlocks('# Shop\n\nIntro.\n\n## Cart\n\n- Add items\n')
    expect(title).toBe('Shop')
    expect(blocks.map(({ text, section }) => [text, section])).toEqual([['Intro.', ['Shop']], ['Add items', ['Shop', 'Cart']]])
  })

  test.each([
    ['underlined headings', 'Shop\n====\n\nCart\n----\n\nText here.', ['Shop', 'Cart']],
    ['wiki headings', 'h1. Shop\n\nh2. Cart\n\nText here.', ['Shop', 'Cart']],
    ['bold lines', '# Shop\n\n**Cart**\n\nText here.', ['Shop', 'Cart']],
  ])('%s', (_, text, section) => expect(readBlocks(text).blocks.at(-1)?.section).toEqual(section))

  test('a nested item knows the item it hangs on, and a list the line that opens it', () => {
    const { blocks } = readBlocks('Users can:\n\n- log in\n  - with a code\n- log out')
    expect(blocks.map(({ text, lead }) => [text, lead])).toEqual([['Users can:', undefined], ['log in', 'Users can:'], ['with a code', 'log in'], ['log out', 'Users can:']])
  })

  test('lines an editor wrapped are joined; lines a person broke are not', () => {
    const wrapped = 'A passenger selects a departure and enters the number of\nadults and children that travel with him on the ferry today.'
    expect(readBlocks(wrapped).blocks).toHaveLength(1)
    const broken = 'members can sign up\neach class has a coach, a room and a start time\nadmins delete classes'
    expect(readBlocks(broken).blocks).toHaveLength(3)
  })

  test.each([
    ['code is left out', 'Text.\n\n```js\nconst a = 1\n```', ['Text.']],
    ['fenced Gherkin is kept', '```gherkin\nGiven a cart\n```', ['Given a cart']],
    ['front matter is left out', '---\ntitle: x\n---\nText.', ['Text.']],
    ['comments are left out', 'A <!-- not\nthis --> text.', ['A text.']],
    ['marks and links are left out', 'Use **bold**, `code` and [a link](http://x.y).', ['Use bold, code and a link.']],
    ['quotes are read', '> Customers pay.', ['Customers pay.']],
    ['check boxes are left out', '- [x] Customers pay\n- [ ] Customers leave', ['Customers pay', 'Customers leave']],
  ])('%s', (_, text, expected) => expect(readBlocks(text).blocks.map((block) => block.text)).toEqual(expected))

  test('a table row keeps the titles of its columns', () => {
    expect(readBlocks('| ID | Requirement |\n|---|---|\n| R1 | Guests pay. |').blocks[0]?.cells).toEqual([['ID', 'R1'], ['Requirement', 'Guests pay.']])
  })
})

describe('stories', () => {
  test.each([
    ['As a member, I want to renew a loan so that I can finish the book.', 'member', 'I can renew a loan', 'I can finish the book'],
    ['As an admin I can delete posts', 'admin', 'I can delete posts', ''],
    ['As the owner, I need the ability to export sales, in order to plan.', 'owner', 'I can export sales', 'plan'],
    ['As a guest user I would like to see rooms.', 'guest user', 'I can see rooms', ''],
    ['In order to save time, as a clerk, I want to scan labels', 'clerk', 'I can scan labels', 'save time'],
    ['As a visitor, I want a newsletter so I hear of sales', 'visitor', 'a newsletter', 'I hear of sales'],
  ])('%j', (text, actor, core, purpose) => expect(readStory(text)).toMatchObject({ actor, core, purpose }))

  test('what is no story is none', () => expect(readStory('As soon as the order is paid, the clerk ships it.')).toBeUndefined())
})

describe('statements', () => {
  test.each([
    ['a story over several lines', '**As a** member\n**I want** to reserve a book\n**So that** it is kept', ['story: I can reserve a book']],
    ['scenario lines', 'Scenario: Pay\nGiven a cart\nWhen the guest pays\nThen a receipt is sent\nAnd the cart is empty', ['given: a cart', 'when: the guest pays', 'then: a receipt is sent', 'then: the cart is empty']],
    ['bold keywords', '- **WHEN** the guest pays\n- **THEN** a receipt is sent', ['when: the guest pays', 'then: a receipt is sent']],
    ['one sentence with all three', '- Given a cart, when the guest pays, then a receipt is sent.', ['given: a cart', 'when: the guest pays', 'then: a receipt is sent']],
    ['a whole sentence that opens with when', 'When a guest pays, the system sends a receipt.', ['sentence: When a guest pays, the system sends a receipt.']],
    ['numbers and labels go', 'FR-12: Guests pay.\n\n1.3.2 Guests leave.', ['sentence: Guests pay.', 'sentence: Guests leave.']],
    ['a row of requirements', '| ID | Requirement | Priority |\n|---|---|---|\n| R1 | Guests pay the bill. | High |', ['item: Guests pay the bill.']],
    ['a row that is a story', '| As a | I want to | So that |\n|---|---|---|\n| guest | pay | I can leave |', ['story: I can pay']],
    ['what is out of scope', 'Guests pay.\n\n## Out of scope\n\n- Guests dance.', ['sentence: Guests pay.']],
    ['notes about the ticket', 'Priority: High\n\nGuests pay.', ['sentence: Guests pay.']],
  ])('%s', (_, text, expected) => expect(kinds(text)).toEqual(expected))

  test('fields under a line that opens them are one statement', () => {
    const [only] = candidates(readBlocks('Each book has:\n- title\n- author (optional)'))
    expect(only).toMatchObject({ kind: 'fields', text: 'Each book has: title; author (optional)', fields: { owner: 'Each book has', fields: [{ name: 'title', optional: false }, { name: 'author', optional: true }] } })
  })

  test('what a background says belongs to the scenario after it', () => {
    const units = candidates(readBlocks('Background:\nGiven a cart\n\nScenario: Pay\nWhen the guest pays\n\nScenario: Leave\nWhen the guest leaves')).map(({ unit }) => unit)
    expect(units[0]).toBe(units[1])
    expect(units[2]).not.toBe(units[1])
  })
})
