// Whether the certified files are those a statement names, and agree with it and each other.
import * as z from 'zod'
import { canonicalizeText } from '../../lib/canonical.ts'
import { sha256 } from '../../lib/hash.ts'
import { readCritique } from './critic/critique-file.ts'
import { readReceipt } from '../../gates/receipt.ts'
import { certifiedFiles, type Statement } from './certificate-statement.ts'
import { previewHash } from './preview/render.ts'

export function evidenceProblems({ subject, predicate }: Statement, files: Record<string, string>): string[] {
  const problems: string[] = []
  const names = subject.map(({ name }) => name)
  if (names.join() !== certifiedFiles.join()) return [`it names the files ${names.join(', ')}, expected ${certifiedFiles.join(', ')}`]
  for (const { name, digest } of subject) {
    const content = Object.hasOwn(files, name) ? files[name] : undefined
    if (content === undefined) return [`${name} is missing`]
    if (sha256(content) !== digest.sha256)
      problems.push(`${name} is not the certified one: expected ${digest.sha256}, found ${sha256(content)}`)
  }
  const checksum = sha256(canonicalizeText(files['intent.json']!))
  if (checksum !== predicate.checksumSHA256)
    problems.push(`the intent's checksum is ${checksum}, the statement says ${predicate.checksumSHA256}`)
  const { featureId } = z.looseObject({ featureId: z.string() }).parse(JSON.parse(files['intent.json']!))
  if (featureId !== predicate.featureId) problems.push(`the intent is of the feature ${featureId}, the statement of ${predicate.featureId}`)
  const shown = previewHash(files['preview.html']!)
  if (shown !== checksum)
    problems.push(`the preview shows ${shown === null ? 'no intent that it names' : `the intent ${shown}`}, expected ${checksum}`)
  const critique = z.looseObject({ intentHash: z.string(), overall: z.number() }).parse(JSON.parse(files['critique.json']!))
  if (critique.intentHash !== checksum) problems.push(`the critique is of the intent ${critique.intentHash}, expected ${checksum}`)
  const { overall } = readCritique(files['critique.json']!)
  if (overall / 100 !== predicate.score) problems.push(`the critique's score is ${overall / 100}, the statement says ${predicate.score}`)
  const frozen = /^checksumSHA256:[ \t]*["']?([0-9a-f]{64})["']?[ \t\r]*$/m.exec(files['FROZEN.md']!)?.[1]
  if (frozen !== checksum)
    problems.push(`FROZEN.md states ${frozen === undefined ? 'no checksum' : `the checksum ${frozen}`}, expected ${checksum}`)
  return problems
}

/** A certificate says "passed" only with a receipt about this design that says so. */
export function receiptProblems({ predicate, subject }: Statement): string[] {
  if (predicate.proof === undefined) return []
  const receipt = readReceipt(predicate.proof.receipt)
  if (!receipt) return ['it says "passed" with an unreadable receipt']
  const { run, workflow, passed, problems } = receipt.statement.predicate
  const intent = subject.find(({ name }) => name === 'intent.json')?.digest.sha256
  const found: string[] = []
  if (workflow !== 'design' || run !== `design-${predicate.featureId}`) found.push(`its receipt is about ${run}`)
  if (!passed || problems.length > 0) found.push("its receipt doesn't say that it passed")
  if (!receipt.statement.subject.some(({ digest }) => digest.sha256 === intent)) found.push('its receipt is about a different intent')
  return found
}
