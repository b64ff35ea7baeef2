// Whether pressing an element runs code that pressing beside it doesn't: finds handlers that the document holds for many buttons.
import type { CDPSession } from 'playwright-core'

/** The ranges that didn't run, for each function that did. */
type Ran = Map<string, { from: number; to: number }[]>

/** Before the page is opened: code compiled later is counted block by block. */
export async function count(cdp: CDPSession): Promise<void> {
  await cdp.send('Profiler.enable')
  await cdp.send('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
}

export async function ranOnlyHere({ cdp }: { cdp: CDPSession }, press: (around: boolean) => Promise<unknown>): Promise<boolean> {
  const ran = async (around: boolean): Promise<Ran> => {
    // In one call, so that no timer of the page runs in between.
    const [, { result }] = await Promise.all([press(around), cdp.send('Profiler.takePreciseCoverage')])
    const called = result.flatMap(({ scriptId, url, functions }) =>
      functions.flatMap(({ ranges: [whole, ...parts] }): [string, Ran extends Map<string, infer V> ? V : never][] =>
        url === '' || !whole || whole.count === 0
          ? []
          : [
              [
                `${scriptId}:${whole.startOffset}-${whole.endOffset}`,
                parts.flatMap(({ startOffset: from, endOffset: to, count }) => (count === 0 ? [{ from, to }] : [])),
              ],
            ],
      ),
    )
    return new Map(called)
  }
  await ran(true) // code that runs only once, such as on first use
  const beside = await ran(true)
  return [...(await ran(false))].some(
    ([name, skipped]) => beside.get(name)?.some(({ from, to }) => !skipped.some((each) => each.from <= from && each.to >= to)) ?? true,
  )
}
