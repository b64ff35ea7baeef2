// Reproducible randomness: the same seed gives the same numbers on every machine.

/** Numbers in [0, 1): the sfc32 generator, seeded by a text through 32-bit FNV-1a and warmed up. */
export function seeded(seed: string): () => number {
  let hash = 0x811c9dc5
  for (let at = 0; at < seed.length; at++) hash = Math.imul(hash ^ seed.charCodeAt(at), 0x01000193)
  let [a, b, c, counter] = [hash | 0, Math.imul(hash, 0x9e3779b1) | 0, ~hash | 0, 1]
  const next = () => {
    const sum = (a + b + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (((c << 21) | (c >>> 11)) + sum) | 0
    return (sum >>> 0) / 0x1_0000_0000
  }
  for (let round = 0; round < 15; round++) next()
  return next
}
