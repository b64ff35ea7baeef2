// A judge's passport: how well it agrees with people on labelled artifacts, kept under the hash of judge, rubric and model.
import * as z from 'zod'
import { canonicalize } from '../lib/canonical.ts'
import { sha256 } from '../lib/hash.ts'
import { type Pair, accuracy, bootstrap, cohenKappa, confusion, krippendorffAlpha, truePositiveRate } from '../lib/statistics.ts'

/** What a passport is bound to; one changed byte of any is another judge. */
export interface JudgeIdentity {
  /** The judge's prompt template, as text. */
  template: string
  /** Criterion and anchors, as the judge is shown them. */
  rubric: string
  model: string
}

/** One artifact: what each person said, by name, and what the judge said (null: no usable verdict). */
export interface LabelledItem {
  people: Readonly<Record<string, 'pass' | 'fail'>>
  judge: 'pass' | 'fail' | null
}

/** Basis points with the 95 % interval; null where the labels cannot give the figure. */
const Figure = z.object({ value: z.int(), low: z.int().nullable(), high: z.int().nullable() }).nullable()

export const Passport = z.looseObject({
  v: z.literal(1),
  hash: z.string().length(64),
  model: z.string(),
  /** Artifacts with a clear human label. */
  n: z.int().min(0),
  /** Artifacts on which people were evenly split; they count for α alone. */
  split: z.int().min(0),
  /** Artifacts on which the judge gave no usable verdict; each counts as wrong. */
  undecided: z.int().min(0),
  figures: z.object({ accuracy: Figure, tpr: Figure, tnr: Figure, kappa: Figure, alpha: Figure }),
  /** Epoch milliseconds. */
  madeAt: z.int().min(0),
})
export type Passport = z.infer<typeof Passport>
type Figure = z.infer<typeof Figure>

export function passportHash({ template, rubric, model }: JudgeIdentity): string {
  return sha256(canonicalize({ template, rubric, model }))
}

export function calibrate(identity: JudgeIdentity, items: readonly LabelledItem[], madeAt: number): Passport {
  const hash = passportHash(identity)
  const pairs = items.flatMap((item): Pair[] => {
    const truth = majority(Object.values(item.people))
    return truth ? [[truth, item.judge ?? 'undecided']] : []
  })
  const raters = [...new Set(items.flatMap(({ people }) => Object.keys(people)))]
  const units = items.map(({ people, judge }) => [
    ...raters.map((rater) => (Object.hasOwn(people, rater) ? (people[rater] ?? null) : null)),
    judge,
  ])
  // An undecided verdict is neither a pass nor a fail, so each rate asks for the very word.
  const rate = (of: string) => (sample: readonly Pair[]) => truePositiveRate(confusion(sample, of))
  return {
    v: 1,
    hash,
    model: identity.model,
    n: pairs.length,
    split: items.length - pairs.length,
    undecided: items.filter(({ judge }) => judge === null).length,
    figures: {
      accuracy: figure(pairs, accuracy, hash),
      tpr: figure(pairs, rate('pass'), hash),
      tnr: figure(pairs, rate('fail'), hash),
      kappa: figure(pairs, cohenKappa, hash),
      alpha: figure(units, krippendorffAlpha, hash),
    },
    madeAt,
  }
}

const share = z.number().min(0).max(1)

/** What a configuration may ask of a judge before its verdicts count. */
export const PassportPolicy = z.object({
  minKappa: share.optional(),
  minTpr: share.optional(),
  minTnr: share.optional(),
  minN: z.int().min(1).optional(),
})
export type PassportPolicy = z.infer<typeof PassportPolicy>

export type PassportCheck = { valid: true } | { valid: false; why: string }

/** Whether the judge's word counts. A figure that could not be measured does not reach any bound. */
export function checkPassport(passport: Passport | undefined, identity: JudgeIdentity, policy: PassportPolicy): PassportCheck {
  if (!passport) return { valid: false, why: `no passport for ${identity.model} with this rubric` }
  if (passport.hash !== passportHash(identity))
    return {
      valid: false,
      why: `the passport is for another judge, rubric or model: it is bound to ${passport.hash.slice(0, 12)}, this is ${passportHash(identity).slice(0, 12)}`,
    }
  if (policy.minN !== undefined && passport.n < policy.minN)
    return { valid: false, why: `measured on ${passport.n} labelled artifacts; ${policy.minN} are required` }
  const bounds = [
    ['κ', passport.figures.kappa, policy.minKappa],
    ['the true positive rate', passport.figures.tpr, policy.minTpr],
    ['the true negative rate', passport.figures.tnr, policy.minTnr],
  ] as const
  for (const [name, found, least] of bounds) {
    if (least === undefined) continue
    if (!found) return { valid: false, why: `${name} could not be measured on these labels; at least ${least} is required` }
    if (found.value < Math.round(least * 10_000))
      return { valid: false, why: `${name} is ${(found.value / 10_000).toFixed(2)}; at least ${least} is required` }
  }
  return { valid: true }
}

/** The passport's hash seeds the resampling, so the same labels give the same intervals everywhere. */
function figure<T>(items: readonly T[], statistic: (sample: readonly T[]) => number | null, seed: string): Figure {
  const value = statistic(items)
  if (value === null) return null
  const interval = bootstrap(items, statistic, { seed })
  return { value: basisPoints(value), low: interval && basisPoints(interval.low), high: interval && basisPoints(interval.high) }
}

function majority(labels: readonly ('pass' | 'fail')[]): 'pass' | 'fail' | null {
  const passed = labels.filter((label) => label === 'pass').length
  return passed * 2 === labels.length ? null : passed * 2 > labels.length ? 'pass' : 'fail'
}

function basisPoints(value: number): number {
  return Math.round(value * 10_000)
}
