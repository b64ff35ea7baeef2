// One browser over time: whether 20 pages leave its memory as it was, and whether one page gives the same measure ten times, byte for byte.
import { readFileSync, readdirSync } from 'node:fs'
import { PageBrowser } from '../../src/adapters/browser/browser.ts'
import { sha256 } from '../../src/lib/hash.ts'
import { labelled } from '../../test/rules/page/labelled.ts'

const browser = new PageBrowser()
const measure = (html) => browser.measure({ text: html, name: 'page.html', root: '/nowhere' }, sha256)

const memory = []
for (let index = 0; index < 20; index++) {
  await measure(labelled[index % labelled.length].html)
  memory.push({ node: Math.round(process.memoryUsage().rss / 1e6), browser: Math.round(browserMemory() / 1e6) })
}
console.table(memory.filter((_, index) => [0, 4, 9, 14, 19].includes(index)))

const seen = new Set()
for (let round = 0; round < 10; round++) {
  const { times: _, ...measured } = await measure(labelled[0].html)
  seen.add(sha256(JSON.stringify(measured)))
}
console.log(`the same page ten times: ${seen.size === 1 ? 'the same measure, byte for byte' : `${seen.size} different measures`}`)
await browser.close()

/** Of all processes below this one, in bytes; Linux only. */
function browserMemory() {
  const parents = new Map()
  const sizes = new Map()
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      parents.set(pid, /\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1])
      sizes.set(pid, Number(/Rss:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0) * 1024)
    } catch {
      // it has ended, or is not ours to read
    }
  }
  const below = (pid) => pid !== undefined && (pid === String(process.pid) || below(parents.get(pid)))
  return [...sizes].filter(([pid]) => pid !== String(process.pid) && below(parents.get(pid))).reduce((sum, [, size]) => sum + size, 0)
}
