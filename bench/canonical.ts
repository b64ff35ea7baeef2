// Canonicalise + hash against JSON.parse on the same bytes, at three sizes, for documents shaped like a design.
import { canonicalizeText } from '../src/lib/canonical.ts'
import { sha256 } from '../src/lib/hash.ts'

const limit = 7
const rows = [10_000, 1_000_000, 10_000_000].flatMap((size) => [
  measure('indented', JSON.stringify(document(size), null, 2)),
  measure('compact', JSON.stringify(document(size))),
  measure('escaped', JSON.stringify(document(size, 'é "quoted" line\nbreak 😀 '))),
])
console.table(rows)
console.log('for comparison, the hardest shape (full-precision numbers only, no limit set):')
console.table([measure('numbers', JSON.stringify(Array.from({ length: 50_000 }, (_, n) => Math.sin(n))))])
const worst = Math.max(...rows.map((row) => row.ratio))
const perByte = rows.filter((row) => row.text === 'indented').map((row) => row['ns/byte'])
console.log(`worst ratio ${worst} (limit ${limit}); cost per byte from 10 kB to 10 MB: ${perByte.join(' → ')} ns`)
if (worst > limit) process.exitCode = 1

function measure(name: string, text: string) {
  const parse = best(text, (input) => JSON.parse(input))
  const canonical = best(text, (input) => sha256(canonicalizeText(input)))
  return {
    text: name,
    bytes: Buffer.byteLength(text),
    'parse ms': round(parse),
    'canonical+hash ms': round(canonical),
    ratio: round(canonical / parse),
    'ns/byte': round((canonical * 1e6) / Buffer.byteLength(text)),
  }
}

/** The fastest of many rounds: noise only ever adds. */
function best(text: string, work: (input: string) => unknown): number {
  const rounds = Math.max(7, Math.round(20_000_000 / text.length))
  let fastest = Infinity
  for (let i = 0; i < rounds; i++) {
    const start = performance.now()
    work(text)
    fastest = Math.min(fastest, performance.now() - start)
  }
  return fastest
}

function document(size: number, spice = '') {
  const flows = []
  for (let n = 0, bytes = 0; bytes < size; n++, bytes += 470) {
    flows.push({
      name: `Customer places order ${n} ${spice}`,
      id: `flow-${n}`,
      actor: 'customer',
      weight: n * 1.25,
      position: { y: n % 97, x: -n },
      steps: [
        { id: `step-${n}-1`, componentId: 'order-form', entityRefs: ['Order', 'Customer'], action: `fills in the delivery address and the date ${spice}` },
        { id: `step-${n}-2`, componentId: 'order-summary', entityRefs: ['Order'], action: 'confirms the total price', final: true, note: null },
      ],
    })
  }
  return { schemaVersion: 1, featureId: 'orders', userFlows: flows }
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
