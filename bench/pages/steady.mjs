// One browser over time: whether 20 pages leave its memory as it was, and whether ten pages, six of them restless, give the same measure ten times, byte for byte.
// `node bench/pages/steady.mjs [rounds] [words of a name]`
import { readFileSync, readdirSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { PageBrowser } from '../../src/adapters/browser/browser.ts'
import { sha256 } from '../../src/lib/hash.ts'
import { labelled } from '../../test/rules/page/labelled.ts'

const browser = new PageBrowser()
const measure = (html) => browser.measure({ text: html, name: 'page.html', root: '/nowhere' }, sha256)

const whole = (body, head = '') =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Restless</title>${head}</head><body><main><h1>Bread</h1>${body}</main></body></html>`
const restless = [
  {
    name: 'animations without end',
    html: whole(
      '<p class="a">Fresh</p><p class="b">Daily</p>',
      '<style>@keyframes a { to { transform: translateX(90px); opacity: .2 } } .a { animation: a 1.3s infinite alternate } .b { animation: a 3s forwards }</style>',
    ),
  },
  {
    name: 'a clock and a countdown',
    html: whole(
      '<p id="now"></p><p id="left"></p><script>setInterval(() => { now.textContent = new Date().toISOString(); left.textContent = Math.round(performance.now()) }, 40)</script>',
    ),
  },
  {
    name: 'chance',
    html: whole(
      '<ul id="list"></ul><script>for (const each of ["Rye", "Spelt", "Oat"].sort(() => Math.random() - .5)) list.innerHTML += `<li style="font-size:${8 + Math.random() * 20}px">${each}</li>`</script>',
    ),
  },
  {
    name: 'a web font that comes late',
    html: whole(
      '<p style="font-family:Late,serif">Set in something else</p><script>setTimeout(() => { const face = new FontFace("Late", "url(/late.woff2)"); document.fonts.add(face); face.load().catch(() => {}) }, 120)</script>',
    ),
  },
  {
    name: 'drawn frame by frame',
    html: whole(
      '<canvas id="c" width="200" height="80"></canvas><script>let x = 0; const draw = () => { const d = c.getContext("2d"); d.fillStyle = "#a40"; d.fillRect(x++ % 200, 10, 6, 60); requestAnimationFrame(draw) }; draw()</script>',
    ),
  },
  {
    name: 'slides that turn, words that type themselves, parts shown when they are reached',
    html: whole(
      '<p id="slide">One</p><p id="typed"></p><div style="height:1500px"></div><p id="late" style="opacity:0;transition:opacity .6s">Seen</p><script>let n = 0; setInterval(() => slide.textContent = ["One", "Two", "Three"][++n % 3], 300); const say = (at) => { typed.textContent = "We bake at night".slice(0, at); setTimeout(say, 70, at + 1) }; say(1); new IntersectionObserver(([each]) => { if (each.isIntersecting) late.style.opacity = 1 }).observe(late)</script>',
    ),
  },
]

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc')
/** What is still held once garbage is collected, which by itself happens late. */
const held = () => (collect(), collect(), Math.round(process.memoryUsage().heapUsed / 1e5) / 10)

const memory = []
for (let index = 0; index < (process.argv[3] === undefined ? 20 : 0); index++) {
  await measure(labelled[index % labelled.length].html)
  memory.push({ heap: held(), node: Math.round(process.memoryUsage().rss / 1e6), browser: Math.round(browserMemory() / 1e6) })
}
console.table(memory.filter((_, index) => [0, 4, 9, 14, 19].includes(index)))

const rounds = Number(process.argv[2] ?? 10)
for (const { name, html } of [...restless, ...labelled.slice(0, 4)].filter((page) => page.name.includes(process.argv[3] ?? ''))) {
  const seen = new Map()
  for (let round = 0; round < rounds; round++) {
    const { times: _, ...measured } = await measure(html)
    seen.set(sha256(JSON.stringify(measured)), measured)
  }
  const [first, other] = [...seen.values()]
  const parts = other ? Object.keys(first).filter((key) => JSON.stringify(first[key]) !== JSON.stringify(other[key])) : []
  console.log(`${name}: ${seen.size === 1 ? 'the same measure, byte for byte' : `${seen.size} measures, unlike in ${parts.join(', ')}`}`)
}
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
