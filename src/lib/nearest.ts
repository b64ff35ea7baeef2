// The candidate closest to a mistyped name, for "did you mean" sentences.

/** The nearest candidate by edit distance, or undefined if none is near enough. */
export function nearest(name: string, candidates: Iterable<string>): string | undefined {
  const wanted = name.slice(0, maxLength).toLowerCase()
  let best: string | undefined
  // Part of the name must remain: nothing is near a single letter.
  let bestDistance = Math.min(Math.max(2, Math.floor(wanted.length / 3)), wanted.length - 1) + 1
  for (const candidate of candidates) {
    if (candidate === name) continue // an exact match was rejected for another reason
    const distance = editDistance(wanted, candidate.slice(0, maxLength).toLowerCase())
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance]
  }
  return best
}

/** A trailing clause for a message: empty if nothing is near. */
export function didYouMean(name: string, candidates: Iterable<string>): string {
  const found = nearest(name, candidates)
  return found === undefined ? '' : `; did you mean ${JSON.stringify(found)}?`
}

/** The same for long names of which often only the first letters are typed. */
export function didYouBegin(name: string, candidates: readonly string[]): string {
  const begun = candidates.filter((each) => name !== '' && each.startsWith(name.toLowerCase())).toSorted((a, b) => a.length - b.length)[0]
  return begun ? `; did you mean ${JSON.stringify(begun)}?` : didYouMean(name, candidates)
}

// Names come from untrusted files; the table below is quadratic in their length.
const maxLength = 80

function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const substitution = (previous[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      row.push(Math.min(substitution, (previous[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1))
    }
    previous = row
  }
  return previous[b.length] ?? 0
}
