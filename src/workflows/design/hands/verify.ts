// What must hold for a design beyond its journal: the score follows from the intent, the preview shows it, the approval counts, and frozen files are unchanged.
import { readFrozen, strangersIn } from './freeze.ts'
import { lookUp } from '../recorded-verdicts.ts'
import type { RunState } from '../../../kernel/reduce.ts'
import { canonicalizeText } from '../../../lib/canonical.ts'
import { sha256 } from '../../../lib/hash.ts'
import type { Verified, VerifyOptions } from '../../../operations/definition.ts'
import type { World } from '../../../operations/world.ts'
import { critique, criticVersion } from '../critic/critic.ts'
import { critiqueText, readCritique } from '../critic/critique-file.ts'
import { ModelReply, lowered } from '../critic/model-critic.ts'
import { criticKey, judgedBy } from '../evaluate.ts'
import { noticed } from '../frozen.ts'
import type { Intent } from '../intent.ts'
import { markerProblems } from '../marker.ts'
import { finalFolder } from '../next.ts'
import { previewHash } from '../preview/render.ts'
import type { DesignState, Evaluation } from '../state.ts'
import { points } from '../stop.ts'
import { designFolder } from './settings.ts'
import { verifyApproval } from './verify-approval.ts'

export async function verifyDesign(world: World, { state, run }: RunState<DesignState>, options: VerifyOptions): Promise<Verified> {
  const text = async (hash: string) => (await world.store.text(run, hash)) ?? ''
  const found: Verified = { problems: [], says: [] }
  const wrong = (file: string, what: string) => found.problems.push({ file, what, repairable: false })
  const { evaluation, shown, violation, approval, frozen, input } = state
  if (run !== `design-${input.featureId}`) wrong(world.store.where(run), `is the journal of ${input.featureId}, under another name`)
  if (input.folder !== designFolder(world, input.featureId))
    wrong(input.folder, `isn't where designs of ${input.featureId} are kept here: ${designFolder(world, input.featureId)}`)
  if (violation) wrong(violation.file, `is not what was frozen: expected ${violation.expected}, found ${violation.actual}`)
  if (evaluation) {
    const wanted = await recomputed(state, evaluation, text)
    if (wanted.hash !== evaluation.hash)
      wrong(`${input.folder}/intent.json`, `was scored as ${evaluation.hash}, but its canonical form gives ${wanted.hash}`)
    if (wanted.featureId !== input.featureId)
      wrong(`${input.folder}/intent.json`, `is the design of ${wanted.featureId}, not of ${input.featureId}`)
    if (wanted.critique === 'another version')
      found.says.push('scored by a different version of the critic, so the score was not recomputed')
    else if (wanted.critique !== evaluation.critique)
      wrong(
        `${input.folder}/critique.json`,
        `doesn't follow from the intent: the score is ${points(wanted.score)}, recorded is ${points(evaluation.score)}`,
      )
    else found.says.push(`score ${points(evaluation.score)} recomputed from the intent`)
  }
  if (shown.preview && previewHash(await text(shown.preview.object)) !== shown.preview.hash)
    wrong(`${input.folder}/preview.html`, `doesn't carry the hash of the intent it was drawn from, ${shown.preview.hash}`)
  if (state.state === 'FROZEN' && frozen && approval) {
    for (const { data } of noticed(state, readFrozen(world.root, finalFolder(state)), finalFolder(state)))
      wrong(finalFolder(state), JSON.stringify(data))
    const strangers = strangersIn(world.root, finalFolder(state))
    if (strangers.length > 0)
      found.says.push(
        `${finalFolder(state)} also holds ${strangers.slice(0, 5).join(', ')}${strangers.length > 5 ? ' and more' : ''}, which no one approved`,
      )
    found.says.push(`frozen with checksum ${frozen.checksum}`)
    if (evaluation?.hash !== frozen.checksum)
      wrong(finalFolder(state), `holds ${frozen.checksum}, and what was scored is ${evaluation?.hash ?? 'nothing'}`)
    const judged = await verifyApproval(world, state, options)
    found.says.push(...judged.says)
    if (judged.signed) found.signedBy = judged.signed.principals.join(',')
    for (const what of [...judged.problems, ...markerProblems(state, await text(frozen.marker))])
      wrong(`${finalFolder(state)}/FROZEN.md`, what)
  } else if (!violation && !approval && readFrozen(world.root, finalFolder(state)).marker !== null)
    wrong(`${finalFolder(state)}/FROZEN.md`, `marks the design as frozen, but it is ${state.state}`)
  else if (options.signed) wrong(finalFolder(state), `isn't frozen (${state.state}), so there is no signed approval`)
  return found
}

async function recomputed(
  state: DesignState,
  { intent, hash, critique: recorded }: Evaluation,
  text: (hash: string) => Promise<string>,
): Promise<{ hash: string; critique: string; score: number; featureId: string }> {
  const written = await text(intent)
  const parsed = JSON.parse(written) as Intent
  const actual = sha256(canonicalizeText(written))
  const { featureId } = parsed
  const before = readCritique(await text(recorded))
  if (before.criticVersion !== criticVersion) return { hash: actual, critique: 'another version', score: before.overall, featureId }
  const byCode = critique(parsed, judgedBy(state, parsed, actual))
  const verdict = state.settings.critic === 'model' ? lookUp(state.ledger, criticKey(state, hash)) : undefined
  const judged = verdict === undefined ? byCode : lowered(byCode, ModelReply.parse(verdict), parsed)
  return { hash: actual, critique: sha256(critiqueText(judged)), score: judged.overall, featureId }
}
