// A report is sent to others: whatever a run holds, the page runs nothing, loads nothing and leads nowhere unasked.
import fc from 'fast-check'
import { parse, type DefaultTreeAdapterTypes } from 'parse5'
import { describe, expect, it } from 'vitest'
import { storyPage } from '../../src/report/page.ts'
import { storyMarkdown } from '../../src/report/story-markdown.ts'
import type { Story } from '../../src/report/story.ts'

const evil = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  'javascript:alert(1)',
  '</iframe><script src=//evil.example></script>',
  '<svg onload=alert(1)>',
  '</style><script>1</script>',
  '[x](javascript:alert(1))',
  '![p](https://evil.example/p.png)',
  '&quot;><b onclick=1>',
  '```\n</pre>',
  '\u202e\u0000',
]

const texts = fc.oneof(
  fc.string(),
  fc.constantFrom(...evil),
  fc.tuple(fc.constantFrom(...evil), fc.string()).map(([a, b]) => `${a}${b}`),
)

const stories: fc.Arbitrary<Story> = fc.record({
  project: texts,
  name: texts,
  run: texts,
  workflow: texts,
  status: texts,
  passed: fc.constantFrom(true, false, null),
  reason: fc.option(texts),
  because: texts,
  waits: fc.option(texts),
  asked: fc.option(texts),
  startedAt: fc.constant(0),
  updatedAt: fc.nat(),
  iteration: fc.nat(9),
  maxIterations: fc.nat(9),
  judged: fc.array(
    fc.record({
      label: texts,
      score: fc.nat(100),
      shown: texts,
      scale: fc.constantFrom(1, 10, 100),
      threshold: fc.option(fc.nat(100)),
      passed: fc.boolean(),
      dimensions: fc.array(fc.record({ name: texts, score: fc.nat(100) }), { maxLength: 2 }),
      chain: texts,
    }),
    { maxLength: 4 },
  ),
  distance: fc.array(fc.record({ name: texts, value: texts }), { maxLength: 2 }),
  findings: fc.array(
    fc.record({
      label: texts,
      findings: fc.array(
        fc.record({
          rule: texts,
          outcome: fc.constantFrom('fail', 'warn', 'pass'),
          message: texts,
          fix: fc.option(texts),
          gain: fc.option(fc.nat(9)),
          group: fc.option(texts),
          evidence: fc.array(
            fc.record({ message: texts, quote: texts, expected: texts, actual: texts, where: texts, line: fc.integer({ min: 1, max: 4 }) }),
            { maxLength: 2 },
          ),
        }),
        { maxLength: 3 },
      ),
    }),
    { maxLength: 2 },
  ),
  artifact: fc.option(
    fc.record({
      path: fc.constantFrom('a.md', 'b.html', 'c.json', 'd.ts', 'e.svg'),
      label: texts,
      sha256: texts,
      text: fc.oneof(
        texts,
        texts.map((text) => `<!doctype html>${text}`),
        texts.map((text) => `<svg>${text}`),
        texts.map((text) => `# T\n\n${text}\n\n| a |\n| - |\n| ${text} |\n`),
        texts.map((text) => `\`\`\`html file=x.html\n<!doctype html>${text}\n\`\`\`\n`),
      ),
    }),
  ),
  changes: fc.array(
    fc.record({
      of: texts,
      words: fc.option(fc.array(texts)),
      hunks: fc.option(
        fc.array(fc.record({ oldStart: fc.constant(1), newStart: fc.constant(1), lines: fc.array(texts.map((text) => `+${text}`)) }), {
          maxLength: 2,
        }),
      ),
    }),
    { maxLength: 2 },
  ),
  frames: fc.array(fc.record({ title: texts, note: texts, label: texts, page: texts }), { maxLength: 1 }),
  pictures: fc.constant([]),
  tables: fc.array(
    fc.record({
      title: texts,
      columns: fc.array(texts, { maxLength: 2 }),
      rows: fc.array(fc.array(texts, { maxLength: 2 }), { maxLength: 2 }),
      empty: texts,
    }),
    { maxLength: 1 },
  ),
  decisions: fc.array(fc.record({ at: fc.nat(), what: texts, by: texts, assurance: texts, text: texts }), { maxLength: 2 }),
  makers: fc.array(fc.record({ role: texts, maker: texts, model: texts, calls: fc.nat() }), { maxLength: 2 }),
  spent: texts,
  provenance: fc.array(fc.record({ name: texts, value: texts }), { maxLength: 5 }),
})

type Node = DefaultTreeAdapterTypes.Node
function elements(node: Node): DefaultTreeAdapterTypes.Element[] {
  const children = 'childNodes' in node ? node.childNodes.flatMap(elements) : []
  return 'tagName' in node ? [node, ...children] : children
}

describe('a report as a page', () => {
  it('holds no script, no handler, nothing that is loaded, and frames that can do nothing, whatever the run holds', () => {
    fc.assert(
      fc.property(stories, (story) => {
        for (const { tagName, attrs } of elements(parse(storyPage(story)))) {
          const given = new Map(attrs.map(({ name, value }) => [name, value]))
          if (['script', 'object', 'embed', 'link', 'base', 'form', 'audio', 'video'].includes(tagName)) throw new Error(`<${tagName}>`)
          for (const name of given.keys()) if (name.startsWith('on')) throw new Error(`${tagName} ${name}`)
          if (given.has('src') && !/^data:image\/[a-z+]+;base64,[A-Za-z0-9+/=]*$/.test(given.get('src')!))
            throw new Error(`src ${given.get('src')}`)
          if (given.has('href') && !/^(?:https?:|mailto:)/i.test(given.get('href')!)) throw new Error(`href ${given.get('href')}`)
          if (tagName === 'iframe' && (given.get('sandbox') !== '' || given.has('src'))) throw new Error('a frame that is not shut')
          if (tagName === 'meta' && given.get('http-equiv') && !given.get('content')?.startsWith("default-src 'none'"))
            throw new Error('another policy')
        }
      }),
      { numRuns: 300 },
    )
  })

  it('has one page of its own: nothing closes its body, its frame or its style early', () => {
    fc.assert(
      fc.property(stories, (story) => {
        const all = elements(parse(storyPage(story)))
        return all.filter(({ tagName }) => tagName === 'main').length === 1 && all.filter(({ tagName }) => tagName === 'style').length === 1
      }),
      { numRuns: 100 },
    )
  })

  it('gives a framed page back as it was', () => {
    const page = '<!doctype html><p title="a&quot;b">1 < 2 & "3"</p><script>x</script>'
    const story = { ...fc.sample(stories, { numRuns: 1, seed: 1 })[0]!, frames: [{ title: 'Preview', note: '', label: '', page }] }
    const frame = elements(parse(storyPage(story))).find(
      ({ tagName, attrs }) => tagName === 'iframe' && attrs.some(({ name, value }) => name === 'title' && value === 'Preview'),
    )
    expect(frame?.attrs.find(({ name }) => name === 'srcdoc')?.value).toBe(page)
  })
})

describe('a report as Markdown', () => {
  it('keeps what others wrote in fences or escaped: no line begins with their markup', () => {
    const story: Story = {
      ...fc.sample(stories, { numRuns: 1, seed: 2 })[0]!,
      asked: '````\n# Not ours\n````',
      name: '<b>x</b>',
      because: '[a](javascript:1)',
    }
    const text = storyMarkdown(story)
    expect(text).toContain('`````\n````\n# Not ours\n````\n`````')
    expect(text).not.toContain('<b>')
    expect(text).not.toContain('](javascript')
  })
})
