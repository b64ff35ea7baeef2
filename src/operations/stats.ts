// whet stats: orders against their targets, and how reliable each maker's forecasts are.
import { sectionOf } from '../schema/config.ts'
import { OrderSettings } from '../schema/order.ts'
import * as z from 'zod'
import type { Metric } from '../adapters/database/success-metrics.ts'
import { type Forecasts, addForecasts, noForecasts } from '../learning/forecasts.ts'
import { listed } from './list.ts'
import { columns, fit, plainLook } from '../report/look.ts'
import * as field from './field.ts'
import { defineOperation } from './operation.ts'
import type { World } from './world.ts'

interface MakerStats extends Forecasts {
  maker: string
  runs: number
  /** 0 to 1; null if nothing was forecast. */
  fixPrecision: number | null
  breakPrecision: number | null
}

export default defineOperation({
  summary: 'Show how orders compare with their targets, and how often critiques predicted correctly',
  input: z.object({
    everywhere: field.flag('orders of every project in the tables, not just this one'),
    lowCost: field.text('the low-cost maker whose share of the orders is shown; default: the first of several proposers', {
      value: 'maker',
    }),
  }),
  reads: true,
  personOnly: true, // not offered to assistants: they don't need it, and every tool costs context
  async run({ everywhere = false, ...given }, world): Promise<{ metrics: Metric[]; missed: string[]; makers: MakerStats[] }> {
    const lowCost = given.lowCost ?? cheapest(world)
    const { successMetrics } = await import('../adapters/database/success-metrics.ts')
    const orders = await world.reading(async (learning) => ({
      metrics: await successMetrics(learning, { lowCost, everywhere }),
      missed: learning.caughtUp.missed.map(({ run, why }) => `${run} (${why})`),
    }))
    const byMaker = new Map<string, { runs: number; sum: Forecasts }>()
    for (const { forecasts = {} } of await listed(world))
      for (const [maker, made] of Object.entries(forecasts)) {
        const { runs, sum } = byMaker.get(maker) ?? { runs: 0, sum: noForecasts }
        byMaker.set(maker, { runs: runs + 1, sum: addForecasts(sum, made) })
      }
    const makers = [...byMaker].sort(([a], [b]) => (a < b ? -1 : 1))
    return {
      ...orders,
      makers: makers.map(([maker, { runs, sum }]) => ({
        maker,
        runs,
        ...sum,
        fixPrecision: share(sum.fixesCame, sum.fixes),
        breakPrecision: share(sum.breaksCame, sum.breaks),
      })),
    }
  },
  text: ({ metrics, missed, makers }, _input, { width } = plainLook) =>
    [
      columns([['', 'now', 'target', 'at first', 'cases'], ...metrics.map(metricRow)], { width, least: [3] }),
      ...missed.map((run) => `not counted: ${run}`),
      '',
      forecastTable(makers, width),
    ].join('\n'),
})

/** Proposers are listed cheapest first; with only one, there is no cheaper one. */
function cheapest({ config }: World): string | null {
  const { proposers = [] } = sectionOf(config.config, 'order', OrderSettings)
  return proposers.length > 1 ? (proposers[0]?.maker ?? null) : null
}

const share = (part: number, whole: number) => (whole === 0 ? null : part / whole)

function metricRow({ name, unit, value, target, baseline, cases, met }: Metric): string[] {
  const goal = target ? `${target.at === 'least' ? 'at least' : 'under'} ${shown(target.value, unit)}` : '–'
  return [name, `${shown(value, unit)}${met === false ? ', missed' : ''}`, goal, shown(baseline, unit), String(cases)]
}

function shown(value: number | 'unmeasured', unit: Metric['unit']): string {
  if (value === 'unmeasured') return value
  switch (unit) {
    case 'share':
      return `${Math.round(value * 100)}%`
    case 'percent':
      return `${Math.round(value)}%`
    case 'dollars':
      return `$${value.toFixed(4)}`
    case 'seconds':
      return `${Math.round(value)} s`
    default:
      return value.toFixed(1)
  }
}

function forecastTable(makers: readonly MakerStats[], width: number | null): string {
  if (makers.length === 0) return fit('No critique has been followed by an evaluation yet, so there is nothing to compare.', width)
  const part = (came: number, said: number) => (said === 0 ? '–' : `${came} of ${said} (${(came / said).toFixed(2)})`)
  const rows = makers.map(({ maker, runs, fixes, fixesCame, breaks, breaksCame, unforeseen }) => [
    maker,
    String(runs),
    part(fixesCame, fixes),
    part(breaksCame, breaks),
    String(unforeseen),
  ])
  return columns([['critiques by', 'runs', 'fixes that held', 'breakages foretold', 'not foretold'], ...rows], { width })
}
