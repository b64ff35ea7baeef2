// Judges' passports of a project, stored by hash, and whose verdicts count because of them.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { judgedBy } from '../agents/judge/anchors.ts'
import { rubricHash, rubricOf } from '../agents/judge/rubric.ts'
import { judgeIdentity } from '../agents/pins.ts'
import type { Provider } from '../agents/provider.ts'
import { Passport, checkPassport, passportHash } from '../learning/calibrate.ts'
import type { Config } from '../schema/config.ts'
import { Fault } from '../schema/fault.ts'
import { isJudged } from '../schema/judged.ts'
import type { Rule } from '../schema/rule.ts'
import { exists, guard, makeFolder, readText, replaceFile } from './disk.ts'
import { inHome } from './own-folder.ts'

function readPassports(root: string): Map<string, Passport> {
  const folder = inHome(root, 'passports')
  if (!exists(folder)) return new Map()
  const names = guard(folder, () => readdirSync(folder)).filter((name) => name.endsWith('.json'))
  return new Map(names.map((name) => readPassport(join(folder, name))).map((passport) => [passport.hash, passport]))
}

export function writePassport(root: string, passport: Passport): string {
  const folder = inHome(root, 'passports')
  makeFolder(folder)
  const path = join(folder, `${passport.hash}.json`)
  replaceFile(path, `${JSON.stringify(passport, null, 2)}\n`, folder)
  return path
}

export interface Bench {
  root: string
  providers: Readonly<Record<string, Provider>>
  rules: readonly Rule[]
  /** The judge's current prompt. */
  template: string
  policy: NonNullable<Config['judge']>
}

/** Hashes of rubrics for which every judge of the rule has a valid passport. */
export async function passportedRubrics({ root, providers, rules, template, policy }: Bench): Promise<string[]> {
  const known = readPassports(root)
  const limits = {
    ...(policy.min_kappa !== undefined && { minKappa: policy.min_kappa }),
    ...(policy.min_tpr !== undefined && { minTpr: policy.min_tpr }),
    ...(policy.min_tnr !== undefined && { minTnr: policy.min_tnr }),
    ...(policy.min_labels !== undefined && { minN: policy.min_labels }),
  }
  const found: string[] = []
  for (const rule of rules.filter((each) => isJudged(each) || typeof each.check === 'string')) {
    const judges = judgedBy(rule).judges.map((role) => providers[role] ?? providers['default'])
    const valid = await Promise.all(
      judges.map(async (judge) => {
        if (!judge) return false
        const identity = { template, rubric: rubricOf(rule), model: judgeIdentity({ name: judge.name, ...(await judge.identify()) }) }
        return checkPassport(known.get(passportHash(identity)), identity, limits).valid
      }),
    )
    if (valid.every(Boolean)) found.push(rubricHash(rule))
  }
  return found
}

function readPassport(path: string): Passport {
  try {
    return Passport.parse(JSON.parse(readText(path) ?? ''))
  } catch (cause) {
    throw new Fault('integrity', `${path} isn't a passport`, { cause, fix: 'Delete it and calibrate the judge again.' })
  }
}
