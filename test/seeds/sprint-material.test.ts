// What a sprint is measured against: brief and brand, bundles and frozen designs, and what nobody may slip in.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { canonicalize } from '../../src/lib/canonical.ts'
import { sha256 } from '../../src/lib/hash.ts'
import { readBrand } from '../../src/workflows/sprint/brand.ts'
import { criteriaFor } from '../../src/workflows/sprint/criteria.ts'
import { readDesign } from '../../src/workflows/sprint/design-brief.ts'
import { importBundle } from '../../src/workflows/sprint/hands/bundle.ts'
import { zip } from '../workflows/sprint/zip.ts'

const folder = mkdtempSync(join(tmpdir(), 'whet-bundles-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const manifest = { name: 'manifest.json', text: '{"format_version":"1.0"}' }
const tokens = { name: 'tokens.json', text: '{"colors":{"crust":"#8a3b12"}}' }

function imported(name: string, bytes: Buffer | string) {
  writeFileSync(join(folder, name), bytes)
  const into = join(folder, 'sprints')
  mkdirSync(into, { recursive: true })
  return importBundle(join(folder, name), name, into)
}

describe('a design bundle', () => {
  it('SP-027 gives tokens and copy as files that checks read', () => {
    const bundle = imported(
      'good.zip',
      zip([manifest, tokens, { name: 'copy.json', text: '{"hero":["Bread"]}' }, { name: 'README', text: 'x' }]),
    )
    expect(bundle.files).toEqual(['manifest.json', 'tokens.json', 'copy.json'])
    expect(readFileSync(join(bundle.folder, 'tokens.json'), 'utf8')).toBe(tokens.text)
    const material = {
      page: 'p.html',
      sections: [],
      copy: {},
      copyPath: 'i/copy.json',
      tokens: {},
      tokensPath: 'i/tokens.json',
      primaryActions: 1,
    }
    const checks = Object.fromEntries(criteriaFor(material).map(({ id, check }) => [id, check]))
    expect(checks['design.tokens']).toMatchObject({ kind: 'page.tokens', tokens: 'i/tokens.json' })
    expect(checks['completeness.copy']).toMatchObject({ kind: 'page.copy', copy: 'i/copy.json' })
  })

  it.each<[string, Buffer | string, string]>([
    ['nothing.txt', 'words', 'UNSUPPORTED_FORMAT'],
    ['cut.zip', zip([manifest]).subarray(0, 60), 'UNSUPPORTED_FORMAT'],
    ['locked.zip', zip([{ ...manifest, flags: 1 }]), 'UNSUPPORTED_FORMAT'],
    ['bare.zip', zip([tokens]), 'MISSING_MANIFEST'],
    ['later.zip', zip([{ ...manifest, text: '{"format_version":"2"}' }]), 'UNSUPPORTED_VERSION'],
    ['broken.zip', zip([{ ...manifest, text: '{' }]), 'UNSUPPORTED_VERSION'],
    ['up.zip', zip([manifest, { name: 'assets/../../x', text: '1' }]), 'SECURITY_REJECT'],
    ['root.zip', zip([manifest, { name: '/etc/x', text: '1' }]), 'SECURITY_REJECT'],
    ['drive.zip', zip([manifest, { name: 'C:x', text: '1' }]), 'SECURITY_REJECT'],
    ['back.zip', zip([manifest, { name: 'assets\\..\\x', text: '1' }]), 'SECURITY_REJECT'],
    ['link.zip', zip([manifest, { name: 'assets/x', text: '/etc/passwd', mode: 0o120777 }]), 'SECURITY_REJECT'],
    ['run.zip', zip([manifest, { name: 'assets/x.sh', text: 'ls' }]), 'SECURITY_REJECT'],
    ['hidden.zip', zip([manifest, { name: 'assets/logo.png', text: Buffer.from('MZ\x90\x00') }]), 'SECURITY_REJECT'],
    ['twice.zip', zip([manifest, manifest]), 'SECURITY_REJECT'],
    ['case.zip', zip([manifest, tokens, { name: 'TOKENS.json', text: '{}' }]), 'SECURITY_REJECT'],
    ['both.zip', zip([manifest, { name: 'assets/a', text: '1' }, { name: 'assets/a/b', text: '1' }]), 'SECURITY_REJECT'],
    ['dot.zip', zip([manifest, { name: 'assets/./x', text: '1' }]), 'SECURITY_REJECT'],
    ['nested.zip', zip([manifest, { name: 'assets/more.zip', text: zip([manifest]) }]), 'SECURITY_REJECT'],
    ['renamed.zip', zip([manifest, { name: 'assets/more.png', text: zip([manifest]) }]), 'SECURITY_REJECT'],
    ['bomb.zip', zip([manifest, { name: 'assets/x', text: Buffer.alloc(8 * 1024 * 1024) }]), 'SECURITY_REJECT'],
    ['lying-bomb.zip', zip([manifest, { name: 'assets/x', text: Buffer.alloc(8 * 1024 * 1024), says: 100 }]), 'SECURITY_REJECT'],
    ['many.zip', zip(Array.from({ length: 501 }, (_, index) => ({ name: `assets/${index}`, text: '' }))), 'SECURITY_REJECT'],
    ['page.html', '<script src="https://example.org/x.js"></script>', 'SECURITY_REJECT'],
    ['framed.html', '<iframe src="x"></iframe>', 'SECURITY_REJECT'],
  ])('%s is refused', (name, bytes, error) => {
    expect(() => imported(name, bytes)).toThrow(`DESIGN_IMPORT_${error}`)
  })

  it('a file that is not there, and a page whose custom properties are its tokens', () => {
    expect(() => importBundle(join(folder, 'none.zip'), 'none.zip', folder)).toThrow('DESIGN_IMPORT_NOT_FOUND')
    const { folder: into, files } = imported('look.html', '<style>:root { --crust: #8a3b12; --space-1: 8px }</style><p>Bread</p>')
    expect(files).toEqual(['tokens.json'])
    expect(JSON.parse(readFileSync(join(into, 'tokens.json'), 'utf8'))).toEqual({ crust: '#8a3b12', 'space-1': '8px' })
  })
})

describe('brand files', () => {
  it('SP-027 name tokens and words to avoid, and what is still open', () => {
    const brand = readBrand({
      'brand-voice.md': '# Voice\n\n- **Avoid**: artisanal, handcrafted\nTone: _TBD_\n',
      'visual-identity.md': 'Primary: `#8a3b12`\nHeading font: Charter\nCorner radius: 6px\nBase grid: 8px\n',
    })
    expect(brand).toMatchObject({ avoids: ['artisanal', 'handcrafted'], open: ['brand-voice.md: Tone: _TBD_'] })
    expect(brand?.tokens).toEqual({
      colors: { primary: '#8a3b12' },
      fontFamily: { 'heading-font': 'Charter' },
      radii: { 'corner-radius': '6px' },
      spacing: { base: '8' },
    })
    expect(readBrand({})).toBeNull()
  })
})

describe('a frozen design', () => {
  const intent = {
    featureId: 'orders',
    sources: [
      { id: 's1', text: 'A visitor orders bread for tomorrow.' },
      { id: 's2', text: 'The baker sees all orders.' },
    ],
    goals: ['Order bread'],
    userFlows: [
      {
        id: 'f1',
        name: 'Order',
        actor: 'Visitor',
        sourceRefs: ['s1'],
        steps: [{ componentId: 'c2' }, { componentId: 'c4', sourceRefs: [{ id: 's2', start: 0, end: 3 }] }],
      },
    ],
    components: [
      { id: 'c1', name: 'Order form (visitor)', type: 'view', description: '', children: ['c2'] },
      { id: 'c2', name: 'Order (visitor)', type: 'container', description: '', dataRefs: ['Order'], children: ['c3', 'c4'] },
      { id: 'c3', name: 'Order: loaf (visitor)', type: 'control', description: '', dataRefs: ['Order'] },
      { id: 'c4', name: 'Send order', type: 'control', description: '' },
    ],
  }
  const marker = (of: object) => `---\nchecksumSHA256: "${sha256(canonicalize(of))}"\n---\n`

  it('its screens and flows become criteria, each with the statements it comes from', () => {
    const design = readDesign(JSON.stringify(intent), marker(intent))
    if ('problem' in design) throw new Error(design.problem)
    const criteria = criteriaFor({
      page: 'p.html',
      sections: [],
      copy: null,
      copyPath: null,
      tokens: null,
      tokensPath: null,
      primaryActions: 1,
      design,
    })
    expect(
      criteria
        .filter(({ id }) => /\.(?:screen|flow)\./.test(id))
        .map(({ id, check, from }) => [id, check['required'] ?? check['names'], from]),
    ).toEqual([
      ['completeness.screen.c1', ['Order form'], 'A visitor orders bread for tomorrow. / The baker sees all orders.'],
      ['completeness.flow.f1', ['loaf', 'Send order'], 'A visitor orders bread for tomorrow.'],
    ])
    expect(design.text).toContain('The baker sees all orders.')
  })

  it('changed after it was frozen, it counts for nothing', () => {
    expect(readDesign(JSON.stringify({ ...intent, goals: ['Order cake'] }), marker(intent))).toHaveProperty('problem')
    expect(readDesign('{', marker(intent))).toHaveProperty('problem')
  })
})
