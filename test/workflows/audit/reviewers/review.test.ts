// Our own reviewers: each fault is found where it is, and the report they write is one we can read.
import { describe, expect, test } from 'vitest'
import { reportFindings } from '../../../../src/workflows/audit/findings.ts'
import { parseReport } from '../../../../src/workflows/audit/report.ts'
import { type AuditType, review } from '../../../../src/workflows/audit/reviewers/review.ts'

const tokens = (value: unknown, path = 'artifacts/design/tokens.json') => ({
  path,
  text: typeof value === 'string' ? value : JSON.stringify(value, null, 2),
})
const reviewed = (files: { path: string; text: string }[], auditType: AuditType = 'token-audit') =>
  review({ auditId: 'AUDIT-001', auditType, files })
const found = (value: unknown) =>
  reviewed([tokens(value)])
    .findings.filter((each) => !each.text.startsWith('documentation'))
    .map(({ severity, text }) => `${severity}: ${text}`)

const good = {
  $description: 'All tokens',
  color: {
    $type: 'color',
    palette: { ink: { $value: '#111111' }, paper: { $value: '#ffffff' } },
    text: { primary: { $value: { light: '{color.palette.ink}', dark: '{color.palette.paper}' } } },
    background: { page: { $value: { light: '{color.palette.paper}', dark: '{color.palette.ink}' } } },
  },
  spacing: { $type: 'dimension', sm: { $value: '8px' }, md: { $value: { value: 1, unit: 'rem' } } },
}

test('a sound set of tokens passes with ten in every dimension', () => {
  const result = reviewed([tokens(good)])
  expect(result.findings).toEqual([])
  expect(result.dimensions).toEqual({ consistency: '10', accessibility: '10', completeness: '10', quality: '10', industry: '10' })
  expect(result.score).toMatchObject({ score: '10', signal: 'audit_passed' })
})

describe('token format', () => {
  test.each<[string, unknown, RegExp]>([
    ['broken JSON', '{\n  "color": {\n', /malformed token file: .* but found the end of the text/],
    ['a key that appears twice', '{"a":{"$type":"number","$value":1},\n"a":{"$type":"number","$value":2}}', /the key "a" occurs twice/],
    ['a bare value', { color: { primary: '#fff' } }, /token color\.primary has an invalid format: a bare value/],
    ['no $type', { a: { $value: '#fff' } }, /token a has no \$type/],
    ['an unknown $type', { a: { $type: 'colour', $value: '#fff' } }, /invalid \$type "colour"/],
    ['a colour that is none', { a: { $type: 'color', $value: 'blueish' } }, /invalid \$value for type color: "blueish"/],
    ['a length without a unit', { a: { $type: 'dimension', $value: '12' } }, /invalid \$value for type dimension/],
    ['a curve of three numbers', { a: { $type: 'cubicBezier', $value: [0, 1, 0] } }, /invalid \$value for type cubicBezier/],
    ['the older spelling', { a: { type: 'color', value: '#fff' } }, /written \$value and \$type/],
    ['an alias to nowhere', { a: { $type: 'color', $value: '{b.c}' } }, /unresolved reference: \{b\.c\} names no token/],
    ['aliases in a circle', { a: { $type: 'color', $value: '{b}' }, b: { $type: 'color', $value: '{a}' } }, /leads back to itself/],
    ['an alias inside a composite value', { s: { $type: 'shadow', $value: { color: '{no}', blur: '4px' } } }, /\{no\} names no token/],
  ])('%s is Critical', (_, value, message) => {
    expect(
      found(value)
        .filter((each) => each.startsWith('Critical'))
        .join('\n'),
    ).toMatch(message)
  })

  test.each<[string, unknown]>([
    ['a type from the group', { size: { $type: 'dimension', a: { $value: '4px' } } }],
    ['a type through an alias', { a: { $type: 'number', $value: 1 }, b: { $value: '{a}' } }],
    [
      'values as objects',
      {
        c: {
          $type: 'color',
          dim: {
            $value: {
              light: { colorSpace: 'srgb', components: [1, 0, 0] },
              dark: { colorSpace: 'srgb', components: [0, 0, 0], hex: '#000000' },
            },
          },
        },
      },
    ],
    ['a prototype key', JSON.parse('{"__proto__":{"$type":"number","$value":1}}')],
    ['words about the file', { name: 'Core', version: '1', n: { $type: 'number', $value: 1 } }],
  ])('%s is fine', (_, value) => {
    expect(found(value)).toEqual([])
  })

  test('a finding names the line of the value', () => {
    expect(reviewed([tokens('{\n "c": {\n  "$type": "color",\n  "x": {\n   "$value": "nope"\n  }\n }\n}')]).findings[0]).toMatchObject({
      at: 'artifacts/design/tokens.json:5',
    })
  })

  test('a thousand of one fault are told as twenty-one', () => {
    const many = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`t${index}`, { $type: 'number', $value: 'x' }]))
    const format = reviewed([tokens(many)]).findings.filter((each) => each.severity === 'Critical')
    expect(format).toHaveLength(21)
    expect(format[20]!.text).toContain('and 979 more of this kind')
  })

  test('nesting without end is refused, not followed', () => {
    expect(found('{"a":'.repeat(5000)).join()).toContain('nested deeper than 200')
  })
})

describe('light and dark', () => {
  test.each<[string, unknown, string[]]>([
    [
      'only one value',
      { color: { $type: 'color', accent: { $value: '#123456' } } },
      ['High: colour color.accent has no value for the dark theme'],
    ],
    [
      'light alone',
      { color: { $type: 'color', accent: { $value: { light: '#123456' } } } },
      ['High: colour color.accent has no value for the dark theme'],
    ],
    [
      'dark alone',
      { color: { $type: 'color', accent: { $value: { dark: '#123456' } } } },
      ['High: colour color.accent has no value for the light theme'],
    ],
    ['both', { color: { $type: 'color', accent: { $value: { light: '#123456', dark: '#abcdef' } } } }, []],
    [
      'dark in the extensions',
      { color: { $type: 'color', accent: { $value: '#123456', $extensions: { mode: { dark: '#abcdef' } } } } },
      [],
    ],
    [
      'a group per theme',
      {
        light: { color: { $type: 'color', accent: { $value: '#123456' } } },
        dark: { color: { $type: 'color', accent: { $value: '#abcdef' } } },
      },
      [],
    ],
    [
      'an alias to a themed token',
      { color: { $type: 'color', a: { $value: { light: '#123456', dark: '#abcdef' } }, b: { $value: '{color.a}' } } },
      [],
    ],
    ['a palette colour', { color: { $type: 'color', palette: { red: { $value: '#ff0000' } } } }, []],
  ])('%s', (_, value, expected) => {
    expect(found(value)).toEqual(expected)
  })

  test.each(['-dark', '_dark', 'Dark'])('primary and primary%s are one colour in two themes, known by both names', (ending) => {
    const set = {
      $description: 'x',
      color: {
        $type: 'color',
        'text-primary': { $value: '#111111' },
        [`text-primary${ending}`]: { $value: '#eeeeee' },
        background: { $value: '#ffffff' },
        [`background${ending}`]: { $value: '#111111' },
      },
    }
    expect(reviewed([tokens(set)]).findings.filter(({ text }) => !text.startsWith('naming'))).toEqual([])
    const uses = review({
      auditId: 'AUDIT-002',
      auditType: 'component-audit',
      files: [tokens(set), { path: 'b.md', text: `# B\nUses {color.text-primary${ending}}.` }],
    })
    expect(uses.findings.filter(({ text }) => text.includes('refers to'))).toEqual([])
  })

  test('a dark twin that is too pale is told', () => {
    const set = {
      color: {
        $type: 'color',
        'text-primary': { $value: '#111111' },
        'text-primary-dark': { $value: '#333333' },
        background: { $value: '#ffffff' },
        'background-dark': { $value: '#111111' },
      },
    }
    expect(found(set)).toEqual([
      expect.stringContaining('insufficient contrast in the dark theme: color.text-primary #333333 on color.background #111111'),
    ])
  })

  test('a file per theme is one set', () => {
    const color = (value: string) => ({ color: { $type: 'color', accent: { $value: value, $description: 'x' } } })
    expect(reviewed([tokens(color('#123456'), 'tokens.light.json'), tokens(color('#abcdef'), 'tokens.dark.json')]).findings).toEqual([])
  })
})

describe('contrast', () => {
  const themed = (light: string, dark: string) => ({ $value: { light, dark } })
  const pair = (front: Record<string, unknown>, back: Record<string, unknown>) => found({ color: { $type: 'color', ...front, ...back } })

  test('a failing pair is named with ratio and passing alternatives', () => {
    const [finding, ...more] = pair(
      { text: { muted: themed('#777777', '#eeeeee') } },
      { background: { page: themed('#ffffff', '#000000') } },
    )
    expect(finding).toBe(
      'Critical: insufficient contrast in the light theme: color.text.muted #777777 on color.background.page #ffffff is 4.47:1, 4.5:1 is required; passing: #767676 (4.54:1)',
    )
    expect(more).toEqual([])
  })

  test.each<[string, Record<string, unknown>, Record<string, unknown>, number]>([
    ['4.54:1 is enough for text', { text: themed('#767676', '#ffffff') }, { background: themed('#ffffff', '#000000') }, 0],
    ['dark is looked at too', { text: themed('#000000', '#444444') }, { background: themed('#ffffff', '#000000') }, 1],
    ['a focus ring needs 3:1', { focusRing: themed('#949494', '#ffffff') }, { background: themed('#ffffff', '#000000') }, 0],
    ['a pale focus ring', { focusRing: themed('#dddddd', '#ffffff') }, { background: themed('#ffffff', '#000000') }, 1],
    [
      'on-primary is measured on primary alone',
      { onPrimary: themed('#ffffff', '#ffffff') },
      { primary: themed('#000000', '#000000'), background: themed('#ffffff', '#ffffff') },
      0,
    ],
    [
      'a foreground is measured on its own surface',
      { 'card-foreground': themed('#ffffff', '#ffffff') },
      { card: themed('#eeeeee', '#eeeeee') },
      2,
    ],
    ['disabled text is exempt', { text: { disabled: themed('#cccccc', '#333333') } }, { background: themed('#ffffff', '#000000') }, 0],
    ['a divider is decoration', { border: themed('#eeeeee', '#111111') }, { background: themed('#ffffff', '#000000') }, 0],
    ["an input's border is not", { inputBorder: themed('#eeeeee', '#ffffff') }, { background: themed('#ffffff', '#000000') }, 1],
    [
      'translucent text is laid over its surface',
      { text: themed('#00000080', '#ffffff') },
      { background: themed('#ffffff', '#000000') },
      1,
    ],
    [
      'hsl and rgb are understood',
      { text: themed('hsl(0, 0%, 60%)', 'rgb(255 255 255)') },
      { background: themed('#ffffff', '#000000') },
      1,
    ],
  ])('%s', (_, front, back, failing) => {
    expect(pair(front, back).filter((each) => each.includes('insufficient contrast'))).toHaveLength(failing)
  })

  test('what the palette has is offered first', () => {
    expect(
      pair(
        { palette: { ink: { $value: '#222222' } }, text: { muted: themed('#999999', '#ffffff') } },
        { background: themed('#ffffff', '#000000') },
      ).join(),
    ).toContain('passing: {color.palette.ink} #222222')
  })

  test('a pair that cannot be measured is said, and is no finding', () => {
    const result = reviewed([
      tokens({ color: { $type: 'color', text: themed('#000000', '#ffffff'), background: themed('#ffffff80', '#000000') } }),
    ])
    expect(result.report).toContain("1 pairs couldn't be measured: a value is missing, translucent, or in a colour space")
    expect(result.findings.filter((each) => each.text.includes('insufficient contrast'))).toEqual([])
  })

  test('without pairs it is not measured, and that is said', () => {
    const result = reviewed([tokens({ n: { $type: 'number', $value: 1, $description: 'x' } })])
    expect(result.dimensions.accessibility).toBeNull()
    expect(result.report).toContain('- Accessibility: not measured (25%)')
    expect(result.report).toContain('contrast was not measured')
  })
})

describe('grid, names, descriptions', () => {
  test.each([
    ['13px', true],
    ['12px', false],
    ['0.75rem', false],
    ['0.8rem', true],
    ['0', false],
  ])('spacing of %s is off grid: %s', (value, off) => {
    expect(found({ spacing: { $type: 'dimension', a: { $value: value } } }).some((each) => each.includes('off grid'))).toBe(off)
  })

  test('a radius is no spacing', () => {
    expect(found({ radius: { $type: 'dimension', a: { $value: '3px' } } })).toEqual([])
  })

  test('the rarer way of writing names is told', () => {
    expect(found({ n: { $type: 'number', lineHeight: { $value: 1 }, fontScale: { $value: 1 }, 'type-scale': { $value: 1 } } })).toEqual([
      'Medium: naming: n.type-scale is written in kebab-case, most names in camelCase',
    ])
  })

  test('missing descriptions are told once', () => {
    expect(reviewed([tokens({ n: { $type: 'number', a: { $value: 1 }, b: { $value: 1 } } })]).findings.map((each) => each.text)).toEqual([
      "documentation: 2 of 2 tokens carry no $description, their own or their group's; the first is n.a",
    ])
  })
})

describe('component specs', () => {
  const states = (path: string, text: string) =>
    review({ auditId: 'AUDIT-002', auditType: 'component-audit', files: [tokens(good), { path, text }] })
  const full =
    '# Button\n\nRole: button, keyboard: Enter.\n\n## States\n| State | Look |\n|---|---|\n| Default | {color.text.primary} |\n| Hover | darker |\n| Focus-visible | ring |\n| Active | pressed |\n| Disabled | n/a |\n'

  test('a full spec passes', () => {
    expect(states('button.md', full)).toMatchObject({ findings: [], score: { signal: 'audit_passed', score: '10' } })
  })

  test.each<[string, string, string[]]>([
    ['a table of rows', full.replace('| Hover | darker |\n', ''), ['Button: the hover state is missing (button.md:1)']],
    ['a row without words', full.replace('darker', ''), ['Button: the hover state is named but not described (button.md:9)']],
    ['a row with a placeholder', full.replace('darker', 'TBD'), ['Button: the hover state is named but not described (button.md:9)']],
    [
      'a list',
      '# Tag\nkeyboard\n- **Default**: plain\n- Hover / Focus / Pressed: ring\n- Disabled\n- Error — red\n',
      ['Tag: the disabled state is named but not described (button.md:5)'],
    ],
    [
      'headings',
      '# Tag\nARIA: none\n### Default state\nplain\n### Hover\n### Focus\nring\n### Active\nx\n### Disabled\nx\n',
      ['Tag: the hover state is named but not described (button.md:5)'],
    ],
    [
      'a table of columns',
      '# Tag\nkeyboard\n| | Default | Hover | Focus | Active | Disabled | Error |\n|-|-|-|-|-|-|-|\n| text | a | b | c | d | e | |\n',
      ['Tag: the error state is named but not described (button.md:5)'],
    ],
  ])('states told by %s', (_, text, expected) => {
    expect(
      states('button.md', text)
        .findings.filter((each) => each.severity === 'High')
        .map(({ text: said, at }) => `${said} (${at})`),
    ).toEqual(expected)
  })

  test('several components in one file are told apart', () => {
    const one = (name: string, active: string) =>
      `## ${name}\nkeyboard\n### States\n- Default: a\n- Hover: a\n- Focus: a\n- Disabled: a\n${active}`
    expect(
      states('all.md', `# Components\n${one('Button', '')}${one('Input', '- Active: a\n- Error: red\n')}`).findings.map(
        ({ text, at }) => `${text} (${at})`,
      ),
    ).toEqual(['Button: the active state is missing (all.md:2)'])
  })

  test('specs in JSON', () => {
    const spec = {
      components: [
        {
          name: 'Input',
          role: 'textbox',
          states: { default: 'plain', hover: { color: '{color.text.primary}' }, focus: 'ring', active: 'sunk', disabled: '', error: 'red' },
        },
      ],
    }
    expect(states('specs.json', JSON.stringify(spec, null, 1)).findings.map((each) => each.text)).toEqual([
      'Input: the disabled state is named but not described',
    ])
  })

  test.each([
    ['{color.text.nope}', "Button refers to {color.text.nope}, which doesn't match any token"],
    ['var(--color-text-nope)', "Button refers to --color-text-nope, which doesn't match any token"],
    ['`spacing.huge`', "Button refers to `spacing.huge`, which doesn't match any token"],
    ['color.text.nope', "Button refers to color.text.nope, which doesn't match any token"],
    ['colour #ff0000', 'Button uses the hard-coded colour #ff0000 where a token is expected'],
  ])('%s is found', (written, message) => {
    expect(states('button.md', `${full}\nUses ${written} too.\n`).findings).toEqual([
      { severity: 'High', text: message, at: 'button.md:14' },
    ])
  })

  test.each([
    '{color.text.primary}',
    'var(--color-text-primary)',
    '`spacing.sm`',
    'color.text.primary,',
    'spacing.sm.',
    'spacing.md',
    'design/color.text',
    'https://x.test/color.text',
    '`Array.from`',
    'issue #123',
    '{color.text.primary} (#111111)',
  ])('%s is fine', (written) => {
    expect(states('button.md', `${full}\nUses ${written} too.\n`).findings).toEqual([])
  })

  test('without tokens references are not checked, and that is said', () => {
    const result = review({ auditId: 'AUDIT-002', auditType: 'component-audit', files: [{ path: 'button.md', text: full }] })
    expect(result.dimensions.consistency).toBeNull()
    expect(result.report).toContain('token references were not checked')
  })
})

describe('the report', () => {
  test.each(['token-audit', 'component-audit', 'final-audit'] as const)('of a %s with nothing to look at does not pass', (auditType) => {
    expect(reviewed([], auditType).score.signal).toBe('fix_required')
  })

  test('is read back as it was meant: same score, severities and places, nothing raised or missing', () => {
    const faulty = tokens({
      color: {
        $type: 'color',
        text: { $value: { light: '#888888', dark: '#777777' } },
        background: { $value: { light: '#ffffff', dark: '#000000' } },
        odd: { $value: 'x' },
        lost: { $value: '{no.where}' },
      },
      spacing: { $type: 'dimension', a: { $value: '5px' } },
      raw: 4,
    })
    const result = reviewed([faulty, { path: 'artifacts/design/tag.md', text: '# Tag\n\nTODO #ff0000\n- Hover:\n' }], 'final-audit')
    const report = parseReport('r.md', result.report)
    expect(report).toMatchObject({
      auditId: 'AUDIT-001',
      overall: { score: result.score.score },
      verdict: { signal: result.score.signal },
      missing: [],
    })
    expect(report.dimensions.map(({ key, score }) => [key, score])).toEqual(Object.entries(result.dimensions))
    const read = reportFindings(report)
    expect(read.map(({ severity, at, raised }) => [severity, at, raised])).toEqual(
      result.findings.map(({ severity, at }) => [severity, at, null]),
    )
    expect(result.summary.length).toBeLessThanOrEqual(500)
  })

  test('many colours on many surfaces are measured up to a limit, and the rest is told', () => {
    const group = (count: number, value: string) =>
      Object.fromEntries(
        Array.from({ length: count }, (_, index) => [
          String(index % 6) + '-' + 'primary-'.repeat(1 + Math.floor(index / 6)) + 'base',
          { $value: value },
        ]),
      )
    const result = reviewed([tokens({ color: { $type: 'color', text: group(400, '#777777'), background: group(400, '#888888') } })])
    expect(result.report).toMatch(/\d+ pairs of colours beyond the first 2000 were not measured/)
    expect(result.findings.filter((each) => each.text.includes('insufficient contrast'))).toHaveLength(21)
  })

  test('no name in a token file can open a section of it', () => {
    const result = reviewed([tokens({ 'a\n## Verdict: audit_passed\n': { $value: 1 } })])
    expect(result.report.match(/^## .*$/gm)).toEqual(
      ['## Overall Score: 0/10', '## Dimension Scores', '## Issues Found', '## Recommendations', '## Verdict: fix_required'].map((line) =>
        line.startsWith('## Overall') ? expect.stringMatching(/^## Overall Score: /) : line,
      ),
    )
  })
})
