// npm run torture -- --kills 10000 --flips 1000 --cuts 1000 [--minutes 60] [--seed 1] [--fresh]: goes on where it was left, and keeps a report.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type DamageFigures, damage } from './damage.ts'
import { type KillFigures, bundleChild, killCase, noKills } from './kills.ts'
import { makeVictims } from './victims.ts'

interface Report {
  seed: number
  /** Cases of kills done so far. */
  cases: number
  kills: KillFigures
  flips: DamageFigures
  cuts: DamageFigures
}

const lanes = 2
const perCase = 4
const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '0' },
    flips: { type: 'string', default: '0' },
    cuts: { type: 'string', default: '0' },
    minutes: { type: 'string', default: '120' },
    seed: { type: 'string', default: '20250615' },
    fresh: { type: 'boolean', default: false },
  },
})
const place = 'test-results/torture.json'
const untried = (): DamageFigures => ({ tried: 0, named: 0, harmless: 0, wrong: [] })
const report: Report =
  !values.fresh && existsSync(place)
    ? (JSON.parse(readFileSync(place, 'utf8')) as Report)
    : { seed: Number(values.seed), cases: 0, kills: noKills(), flips: untried(), cuts: untried() }
const until = performance.now() + Number(values.minutes) * 60_000

const save = () => {
  mkdirSync('test-results', { recursive: true })
  writeFileSync(place, `${JSON.stringify(report, null, 2)}\n`)
}

await killing(Number(values.kills))
for (const kind of ['flip', 'cut'] as const) await damaging(kind, Number(values[`${kind}s`]))
save()
const { kills, flips, cuts } = report
console.log(
  `${kills.kills} kills in ${kills.runs} runs of all workflows: ${kills.lost} lost, ${kills.doubled} doubled, ${kills.askedAgain} asked again, ${kills.stuck} stuck.`,
)
for (const [name, figures] of [
  ['bit flips', flips],
  ['cuts', cuts],
] as const)
  console.log(`${figures.tried} ${name}: ${figures.named} named by verify, ${figures.harmless} harmless, ${figures.wrong.length} wrong.`)
const wrong = [...kills.wrong, ...flips.wrong, ...cuts.wrong]
for (const line of wrong.slice(0, 20)) console.log(`  ${line}`)
console.log(`The report is in ${place}.`)
process.exitCode = wrong.length > 0 ? 1 : 0

async function killing(wanted: number): Promise<void> {
  if (report.kills.kills >= wanted) return
  const cache = mkdtempSync(join(tmpdir(), 'whet-cache-'))
  const script = await bundleChild(cache)
  process.env['NODE_COMPILE_CACHE'] = cache
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      while (report.kills.kills < wanted && performance.now() < until) {
        await killCase(script, report.cases++, report.seed, perCase, report.kills)
        save()
      }
    }),
  )
  rmSync(cache, { recursive: true, force: true })
}

async function damaging(kind: 'flip' | 'cut', wanted: number): Promise<void> {
  const figures = report[`${kind}s`]
  if (figures.tried >= wanted) return
  const victims = await makeVictims()
  for (let round = figures.tried; figures.tried < wanted && performance.now() < until; round++) {
    const victim = victims[round % victims.length] as (typeof victims)[number]
    const more = await damage(victim, kind, Math.min(10, wanted - figures.tried), report.seed + round)
    for (const name of ['tried', 'named', 'harmless'] as const) figures[name] += more[name]
    figures.wrong.push(...more.wrong)
    save()
  }
  for (const { root } of victims) rmSync(root, { recursive: true, force: true })
}
