// What critiques said would come, and what came: counted, added up, in words.

/** What critiques said would come, and what came. */
export interface Forecasts {
  /** Rules they said would hold, and those of them that did. */
  fixes: number
  fixesCame: number
  /** Rules they said might break, and those of them that did. */
  breaks: number
  breaksCame: number
  /** Rules that broke though nobody had said so. */
  unforeseen: number
}

export const noForecasts: Forecasts = { fixes: 0, fixesCame: 0, breaks: 0, breaksCame: 0, unforeseen: 0 }

export function addForecasts(a: Forecasts, b: Forecasts): Forecasts {
  const sum = { ...a }
  for (const name of Object.keys(sum) as (keyof Forecasts)[]) sum[name] += b[name]
  return sum
}

/** `3 of 4 forecast fixes held, 0 of 1 forecast breakages happened, 2 breakages nobody forecast`. */
export function forecastText({ fixes, fixesCame, breaks, breaksCame, unforeseen }: Forecasts): string {
  return [
    `${fixesCame} of ${fixes} forecast ${fixes === 1 ? 'fix' : 'fixes'} held`,
    ...(breaks > 0 ? [`${breaksCame} of ${breaks} forecast ${breaks === 1 ? 'breakage' : 'breakages'} happened`] : []),
    ...(unforeseen > 0 ? [`${unforeseen} ${unforeseen === 1 ? 'breakage' : 'breakages'} nobody forecast`] : []),
  ].join(', ')
}
