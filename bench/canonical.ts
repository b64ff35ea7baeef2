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
  const bytes = Buffer.byteLength(text)
  let [parse, canonical] = [Infinity, Infinity]
  // Turn by turn, so that a busy moment of the machine hits both alike; the fastest of each counts, as noise only ever adds.
  for (let round = 0; round < 15; round++) {
    parse = Math.min(
      parse,
      cost(bytes, () => JSON.parse(text)),
    )
    canonical = Math.min(
      canonical,
      cost(bytes, () => sha256(canonicalizeText(text))),
    )
  }
  return {
    text: name,
    bytes,
    'parse ms': round(parse),
    'canonical+hash ms': round(canonical),
    ratio: round(canonical / parse),
    'ns/byte': round((canonical * 1e6) / bytes),
  }
}

/** Milliseconds of processor time, all threads, for one call: what others do on the machine does not count. */
function cost(bytes: number, work: () => unknown): number {
  const calls = Math.max(1, Math.round(2_000_000 / bytes))
  const start = process.cpuUsage()
  for (let i = 0; i < calls; i++) work()
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1000 / calls
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
        {
          id: `step-${n}-1`,
          componentId: 'order-form',
          entityRefs: ['Order', 'Customer'],
          action: `fills in the delivery address and the date ${spice}`,
        },
        {
          id: `step-${n}-2`,
          componentId: 'order-summary',
          entityRefs: ['Order'],
          action: 'confirms the total price',
          final: true,
          note: null,
        },
      ],
    })
  }
  return { schemaVersion: 1, featureId: 'orders', userFlows: flows }
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
