// What every bench shares: the middle of several measurements, and printing itself when it is run alone.

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

export async function show(meta: ImportMeta, title: string, bench: () => Promise<object[]>): Promise<void> {
  if (!meta.main) return
  console.log(title)
  console.table(await bench())
}
