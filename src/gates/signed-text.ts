// The text an approver signs, stored with its proof so that it can be checked anywhere.

export interface Terms {
  /** SHA-256 of what is decided. */
  hash: string
  /** The act, if it isn't approval: a signature for one act is none for another. */
  act?: string
  /** The last valid day, chosen by the signer: 2027-05-31. */
  until?: string
  /** Who asked for the work, if the signer vouches to be someone else. */
  askedBy?: string
}

/** Lines that a shell can make with `printf '%s\n'`. */
export function signedText({ hash, act, until, askedBy }: Terms): string {
  return [hash, ...(act ? [`to ${act}`] : []), ...(until ? [`until ${until}`] : []), ...(askedBy ? [`asked by ${askedBy}`] : [])]
    .map((line) => `${line}\n`)
    .join('')
}

export const signedLines = (terms: Terms): string[] => signedText(terms).trimEnd().split('\n')

/** The proof is an armored SSH signature or a passkey's assertion as JSON; a proof without text is over the hash alone. */
export function readStored(stored: string, { hash, act }: Pick<Terms, 'hash' | 'act'>): { terms: Terms; proof: string } | { why: string } {
  const at = /^(?:-----BEGIN |\{)/m.exec(stored)?.index ?? -1
  if (at < 0) return { why: 'it has no signature' }
  const text = stored.slice(0, at)
  const terms: Terms = { hash }
  if (text !== '') {
    const parts = /^([0-9a-f]{64})\n(?:to ([a-z-]+)\n)?(?:until (\d{4}-\d\d-\d\d)\n)?(?:asked by ([^\n]+)\n)?$/.exec(text)
    if (!parts) return { why: "the signed text isn't an approval" }
    if (parts[1] !== hash) return { why: `it was signed for something else: ${parts[1]}, this is ${hash}` }
    Object.assign(terms, parts[2] && { act: parts[2] }, parts[3] && { until: parts[3] }, parts[4] && { askedBy: parts[4] })
  }
  if (terms.act !== act) return { why: `it was signed to ${terms.act ?? 'approve'}, and this is to ${act ?? 'approve'}` }
  return { terms, proof: stored.slice(at) }
}

const dayMs = 86_400_000

/** The last day, counted from now. */
export const dayFrom = (now: number, days: number) => new Date(now + days * dayMs).toISOString().slice(0, 10)

/** Why these terms don't satisfy the given policy now; null if they do. */
export function termsProblem(
  { until, askedBy }: Terms,
  asked: { separation: boolean; expiresDays: number | null; askedBy: string | null; names: readonly string[]; now: number },
): string | null {
  const { now, expiresDays, separation, names } = asked
  const end = until === undefined ? null : Date.parse(`${until}T23:59:59.999Z`)
  if (Number.isNaN(end)) return `it counts until ${until}, which isn't a date`
  if (end !== null && now > end) return `it expired: it counted until ${until}`
  if (expiresDays !== null && end === null) return `approvals expire here after ${expiresDays} days, but the signed text has no expiry date`
  if (expiresDays !== null && end! > now + (expiresDays + 1) * dayMs)
    return `approvals expire here after ${expiresDays} days, but this one would count until ${until}`
  if (askedBy !== undefined && askedBy !== asked.askedBy)
    return `it names ${askedBy} as the requester, but the record says ${asked.askedBy}`
  if (!separation) return null
  if (askedBy === undefined) return "the requester can't approve here, and the signed text doesn't say who that was"
  return names.some((name) => sameName(name, askedBy)) ? `${askedBy} asked for it, and the requester can't approve here` : null
}

export const sameName = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase()
