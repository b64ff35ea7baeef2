// A judge's passport: how well it agrees with people on labelled artifacts, stored under the hash of judge, rubric and model.
import * as z from 'zod'
import { canonicalize } from '../lib/canonical.ts'
import { sha256 } from '../lib/hash.ts'
import {
  type Interval,
  type Pair,
  basisPoints,
  bootstrap,
  cohenKappa,
  confusion,
  inBasisPoints,
  krippendorffAlpha,
  roganGladen,
  trueNegativeRate,
  truePositiveRate,
  wilson,
} from '../lib/statistics.ts'

/** What a passport is bound to; one changed byte of any makes it another judge. */
export interface JudgeIdentity {
  /** The judge's prompt template, as text. */
  template: string
  /** Criterion and anchors, as the judge sees them. */
  rubric: string
  model: string
}

/** One artifact: each person's label by name, and the judge's (null: no usable verdict). */
export interface LabelledItem {
  people: Readonly<Record<string, 'pass' | 'fail'>>
  judge: 'pass' | 'fail' | null
}

/** Basis points with the 95 % interval; null if the labels can't give the figure. */
const Figure = z.object({ value: z.int(), low: z.int().nullable(), high: z.int().nullable() }).nullable()

export const Passport = z.looseObject({
  v: z.literal(1),
  hash: z.string().length(64),
  model: z.string(),
  /** Artifacts with a clear human label. */
  n: z.int().min(0),
  /** Artifacts on which people were evenly split; they count for α only. */
  split: z.int().min(0),
  /** Artifacts without a usable verdict of the judge; each counts as wrong. */
  undecided: z.int().min(0),
  figures: z.object({ accuracy: Figure, tpr: Figure, tnr: Figure, kappa: Figure, alpha: Figure }),
  /** Pass rate of these artifacts in basis points: the judge's, the same corrected by its error rates, and people's. */
  passRate: z.object({ said: z.int(), corrected: z.int().nullable(), people: z.int() }).nullable().optional(),
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
  return {
    v: 1,
    hash,
    model: identity.model,
    n: pairs.length,
    split: items.length - pairs.length,
    undecided: items.filter(({ judge }) => judge === null).length,
    figures: {
      accuracy: share(pairs, () => true),
      // An undecided verdict is neither pass nor fail, so each rate counts its exact word.
      tpr: share(pairs, ([truth]) => truth === 'pass'),
      tnr: share(pairs, ([truth]) => truth === 'fail'),
      kappa: kappa(pairs),
      alpha: alpha(units, hash),
    },
    passRate: passRate(pairs),
    madeAt,
  }
}

/** What a configuration may demand of a judge before its verdicts count. */
export interface PassportPolicy {
  minKappa?: number | undefined
  minTpr?: number | undefined
  minTnr?: number | undefined
  minN?: number | undefined
}

export type PassportCheck = { valid: true } | { valid: false; why: string }

/** Whether the judge's verdicts count: the lower end of each interval must reach the minimum. An unmeasured figure reaches none. */
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
    if (!found) return { valid: false, why: `${name} couldn't be measured on these labels; at least ${least} is required` }
    const low = found.low ?? 0
    if (low < Math.round(least * 10_000))
      return {
        valid: false,
        why: `${name} is ${shown(found.value)} on these labels and may be as low as ${shown(low)}; at least ${least} is required`,
      }
  }
  return { valid: true }
}

const shown = (value: number) => (value / 10_000).toFixed(2)

/** How often both agreed, out of those asked; with Wilson's interval, because three of three prove little. */
function share(pairs: readonly Pair[], asked: (pair: Pair) => boolean): Figure {
  const among = pairs.filter(asked)
  const agreed = among.filter(([truth, said]) => truth === said).length
  return figure(among.length === 0 ? null : agreed / among.length, wilson(agreed, among.length))
}

/** κ rises with the share of agreement while chance is fixed, so its interval follows from that of the share. */
function kappa(pairs: readonly Pair[]): Figure {
  const value = cohenKappa(pairs)
  const agreed = pairs.filter(([one, other]) => one === other).length
  const interval = wilson(agreed, pairs.length)
  if (value === null || !interval) return null
  const observed = agreed / pairs.length
  const chance = observed === 1 ? agreementByChance(pairs) : (observed - value) / (1 - value)
  const of = (agreement: number) => (agreement - chance) / (1 - chance)
  return figure(value, { low: of(interval.low), high: Math.min(1, of(interval.high)) })
}

function agreementByChance(pairs: readonly Pair[]): number {
  const counts = Map.groupBy(pairs, ([truth]) => truth)
  return [...counts.values()].reduce((sum, { length }) => sum + (length / pairs.length) ** 2, 0)
}

/** The passport's hash seeds the resampling, so the same labels always give the same interval; null if the draws never differ. */
function alpha(units: readonly (readonly (string | null)[])[], seed: string): Figure {
  const interval = bootstrap(units, krippendorffAlpha, seed)
  return figure(krippendorffAlpha(units), interval && interval.low < interval.high ? interval : null)
}

function passRate(pairs: readonly Pair[]): Passport['passRate'] {
  if (pairs.length === 0) return null
  const counts = confusion(pairs, 'pass')
  const of = (at: 0 | 1) => pairs.filter((pair) => pair[at] === 'pass').length / pairs.length
  const [sensitivity, specificity] = [truePositiveRate(counts), trueNegativeRate(counts)]
  const corrected = sensitivity === null || specificity === null ? null : roganGladen(of(1), sensitivity, specificity)
  return { said: basisPoints(of(1)), corrected: corrected === null ? null : basisPoints(corrected), people: basisPoints(of(0)) }
}

function figure(value: number | null, interval: Interval | null): Figure {
  if (value === null) return null
  return { value: basisPoints(value), low: null, high: null, ...inBasisPoints(interval) }
}

function majority(labels: readonly ('pass' | 'fail')[]): 'pass' | 'fail' | null {
  const passed = labels.filter((label) => label === 'pass').length
  return passed * 2 === labels.length ? null : passed * 2 > labels.length ? 'pass' : 'fail'
}
