// Critiques' forecasts against what happened: counted, added up, in words.

/** Critiques' forecasts against what happened. */
export interface Forecasts {
  /** Rules forecast to pass, and how many did. */
  fixes: number
  fixesCame: number
  /** Rules forecast to break, and how many did. */
  breaks: number
  breaksCame: number
  /** Rules that broke without a forecast. */
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
    ...(unforeseen > 0 ? [`${unforeseen} ${unforeseen === 1 ? 'breakage' : 'breakages'} not forecast`] : []),
  ].join(', ')
}
