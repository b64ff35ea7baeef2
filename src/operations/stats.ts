// whet stats: how far each maker's forecasts can be trusted, over all runs of this project, read from their journals.
import * as z from 'zod'
import { type Forecasts, addForecasts, noForecasts } from '../learning/forecasts.ts'
import { columns, summaries } from './list.ts'
import { defineOperation } from './operation.ts'

interface MakerStats extends Forecasts {
  maker: string
  runs: number
  /** From 0 to 1; null where nothing was forecast. */
  fixPrecision: number | null
  breakPrecision: number | null
}

export default defineOperation({
  summary: 'Show how often forecasts of critiques came true, by maker',
  input: z.object({}),
  reads: true,
  async run(_input, world): Promise<{ makers: MakerStats[] }> {
    const byMaker = new Map<string, { runs: number; sum: Forecasts }>()
    for (const { forecasts = {} } of await summaries(world))
      for (const [maker, made] of Object.entries(forecasts)) {
        const { runs, sum } = byMaker.get(maker) ?? { runs: 0, sum: noForecasts }
        byMaker.set(maker, { runs: runs + 1, sum: addForecasts(sum, made) })
      }
    const makers = [...byMaker].sort(([a], [b]) => (a < b ? -1 : 1))
    return {
      makers: makers.map(([maker, { runs, sum }]) => ({
        maker,
        runs,
        ...sum,
        fixPrecision: share(sum.fixesCame, sum.fixes),
        breakPrecision: share(sum.breaksCame, sum.breaks),
      })),
    }
  },
  text({ makers }) {
    if (makers.length === 0) return 'No critique has been followed by an evaluation yet, so there is nothing to compare.'
    const part = (came: number, said: number) => (said === 0 ? '–' : `${came} of ${said} (${(came / said).toFixed(2)})`)
    const rows = makers.map(({ maker, runs, fixes, fixesCame, breaks, breaksCame, unforeseen }) => [
      maker,
      String(runs),
      part(fixesCame, fixes),
      part(breaksCame, breaks),
      String(unforeseen),
    ])
    return columns([['maker', 'runs', 'named fixes that came', 'feared breakages that came', 'breakages unforeseen'], ...rows])
  },
})

const share = (part: number, whole: number) => (whole === 0 ? null : part / whole)
