// Ids made from words: lower case, hyphens, unique, short.

export function idMaker(): (words: string, otherwise: string) => string {
  const taken = new Set<string>()
  return (words, otherwise) => {
    const slug =
      words
        .normalize('NFKD')
        .toLowerCase()
        .replace(/[^a-z0-9]+/g, '-')
        .slice(0, 60)
        .replace(/^-+|-+$/g, '') || otherwise
    let id = slug
    for (let n = 2; taken.has(id); n += 1) id = `${slug}-${n}`
    taken.add(id)
    return id
  }
}
