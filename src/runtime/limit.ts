// Limits the number of concurrent agent calls over all runs of this process.

export type Limited = <T>(act: () => Promise<T>) => Promise<T>

export function limit(most: number): Limited {
  const waiting: (() => void)[] = []
  let going = 0
  return async (act) => {
    if (going >= most) await new Promise<void>((resolve) => waiting.push(resolve))
    going += 1
    try {
      return await act()
    } finally {
      going -= 1
      waiting.shift()?.()
    }
  }
}
