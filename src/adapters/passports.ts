// Judges' passports of a project, by hash, below .whetstone/.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { Passport } from '../learning/calibrate.ts'
import { Fault } from '../schema/fault.ts'
import { exists, guard, makeFolder, readText, replaceFile } from './file-store/disk.ts'

export function readPassports(root: string): Map<string, Passport> {
  const folder = join(root, '.whetstone', 'passports')
  if (!exists(folder)) return new Map()
  const names = guard(folder, () => readdirSync(folder)).filter((name) => name.endsWith('.json'))
  return new Map(names.map((name) => readPassport(join(folder, name))).map((passport) => [passport.hash, passport]))
}

export function writePassport(root: string, passport: Passport): string {
  const folder = join(root, '.whetstone', 'passports')
  makeFolder(folder)
  const path = join(folder, `${passport.hash}.json`)
  replaceFile(path, `${JSON.stringify(passport, null, 2)}\n`, folder)
  return path
}

function readPassport(path: string): Passport {
  try {
    return Passport.parse(JSON.parse(readText(path) ?? ''))
  } catch (cause) {
    throw new Fault('integrity', `${path} is no passport`, { cause, fix: 'Delete it and calibrate the judge again.' })
  }
}
