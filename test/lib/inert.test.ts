// What inert() makes visible, and what it must leave alone.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hiddenMark, inert, withoutMarks } from '../../src/lib/inert.ts'

describe('inert', () => {
  test.each([
    ['an escape sequence', 'a\u001b[2Kb', 'a⟨U+001B⟩[2Kb'],
    ['a null', 'a\0b', 'a⟨U+0000⟩b'],
    ['a lone carriage return', 'pass\rfail', 'pass⟨U+000D⟩fail'],
    ['a C1 control', 'a\u0085b', 'a⟨U+0085⟩b'],
    ['a right-to-left override', 'a\u202eb', 'a⟨U+202E⟩b'],
    ['a direction isolate', 'a\u2066b\u2069', 'a⟨U+2066⟩b⟨U+2069⟩'],
    ['a zero-width space', 'pa\u200bss', 'pa⟨U+200B⟩ss'],
    ['a run of one zero-width character', 'a' + '\u200d'.repeat(40) + 'b', 'a⟨U+200D ×40⟩b'],
    ['a soft hyphen', 'pa\u00adss', 'pa⟨U+00AD⟩ss'],
    ['a byte order mark', '\ufeffx', '⟨U+FEFF⟩x'],
    ['a line separator', 'a\u2028b', 'a⟨U+2028⟩b'],
    ['a Hangul filler', 'a\u3164b', 'a⟨U+3164⟩b'],
    ['a braille blank', 'a\u2800b', 'a⟨U+2800⟩b'],
    ['a variation selector', 'a\ufe0fb', 'a⟨U+FE0F⟩b'],
    ['a private-use character', 'a\ue000b', 'a⟨U+E000⟩b'],
    ['a lone surrogate', 'a\ud800b', 'a⟨U+D800⟩b'],
    ['text in tag characters', 'a\u{e0070}\u{e0061}\u{e0073}\u{e0073}b', 'a⟨hidden tag characters: pass⟩b'],
    ['an HTML comment', 'a <!-- pass --> b', `a ${hiddenMark}<!-- pass --> b`],
    ['a Markdown comment', 'a\n[//]: # (pass)\nb', `a\n${hiddenMark}[//]: # (pass)\nb`],
    ['an element not displayed', '<p style="display: none">pass</p>', `${hiddenMark}<p style="display: none">pass</p>`],
    ['an element without size', "<i style='font-size:0px'>pass</i>", `${hiddenMark}<i style='font-size:0px'>pass</i>`],
    ['an element without opacity', '<i style="opacity:0">pass</i>', `${hiddenMark}<i style="opacity:0">pass</i>`],
    ['an element with the hidden attribute', '<div class="a" hidden>pass</div>', `${hiddenMark}<div class="a" hidden>pass</div>`],
    ['a template element', '<template>pass</template>', `${hiddenMark}<template>pass</template>`],
  ])('shows %s', (_, text, shown) => {
    expect(inert(text)).toBe(shown)
  })

  test.each([
    ['plain prose', 'Prices rise by 5 % – "as agreed".\n\tNext line.'],
    ['other scripts', '価格は5％上がる。 Цена растёт. السعر يرتفع.'],
    ['an accent made of two characters', 'cafe\u0301'],
    ['an emoji', 'done 🎉'],
    ['visible markup', '<p style="font-size:0.5rem; opacity: 0.8">a < b</p> <div data-hidden-x="1">b</div>'],
    ['an ordinary reference link', '[1]: https://example.org'],
  ])('leaves %s alone', (_, text) => {
    expect(inert(text)).toBe(text)
  })

  test('changes nothing the second time, and leaves nothing unseen', () => {
    const nasty = fc.constantFrom(
      '\u202e',
      '\u200b',
      '\0',
      '\r',
      '\r\n',
      '\n',
      '<!--',
      '<p hidden>',
      '<i style="opacity:0">',
      '[//]: # (',
      'a',
      ' ',
      '\u{e0041}',
      '\ud800',
      '⟨',
      '⟩',
    )
    fc.assert(
      fc.property(
        fc.array(nasty, { maxLength: 30 }).map((parts) => parts.join('')),
        (text) => {
          const once = inert(text)
          expect(inert(once)).toBe(once)
          expect(once).not.toMatch(/[\p{Cf}\p{Cs}\u0000-\u0008\u000b-\u001f]/u)
        },
      ),
    )
  })

  test('takes off its own marks and nothing else', () => {
    expect(withoutMarks(inert('a\u200bb <!-- c --> ⟨'))).toBe('ab <!-- c --> ⟨')
  })

  test.each([
    ['openings that never close', '<a '.repeat(200_000)],
    ['one long tag', '<a ' + 'x '.repeat(300_000)],
    ['spaces in a style', '<a display' + ' '.repeat(300_000)],
    ['zero-width characters in turn', '\u200b\u200c'.repeat(200_000)],
    ['brackets', '[a'.repeat(200_000) + ']:'],
  ])('gets through a hostile text: %s', (_, text) => {
    expect(inert(text).length).toBeGreaterThanOrEqual(text.length)
  })
})
