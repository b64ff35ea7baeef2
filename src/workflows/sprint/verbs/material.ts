// The input of a sprint, read and validated before it begins: page, brief or frozen design, copy, tokens, brand files, an imported bundle.
import { statSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { exists, makeFolder, readText } from '../../../adapters/disk.ts'
import { replaceIn } from '../../../adapters/own-folder.ts'
import { readArtifactFile } from '../../../adapters/text-file.ts'
import type { World } from '../../../operations/world.ts'
import { beyondLimits, readCopy } from '../../../rules/page/read-copy.ts'
import { noTokens, tokensInFile } from '../../../rules/page/read-tokens.ts'
import { parseJson } from '../../../rules/reading/parse-json.ts'
import { Fault } from '../../../schema/fault.ts'
import { type Brand, brandFiles, readBrand } from '../brand.ts'
import { readBrief } from '../brief.ts'
import type { Material } from '../criteria.ts'
import { type DesignBrief, readDesign } from '../design-brief.ts'
import { type Imported, importBundle } from '../hands/bundle.ts'
import type { Parameters } from '../parameters.ts'

export interface GivenFiles {
  brief?: string | undefined
  design?: string | undefined
  bundle?: string | undefined
  copy?: string | undefined
  tokens?: string | undefined
}

export interface ReadMaterial {
  brief: { path: string; text: string }
  material: Material
  brand: string | null
}

/** Named files win over a bundle's, and those over the brand's. */
export function readMaterial(world: World, page: string, files: GivenFiles, { gan_loop, brand_context }: Parameters): ReadMaterial {
  const design = files.design === undefined ? null : frozenDesign(world, files.design)
  const brief = briefOf(world, files, design)
  const read = readBrief(brief.text)
  undecided(
    read.open.map((line) => line.trim()),
    'the brief',
  )
  const brand = brandOf(world, brand_context.dir)
  undecided(brand?.open ?? [], 'the brand')
  const into = gan_loop.sprint_contract.artifact_dir
  const bundle = files.bundle === undefined ? null : importBundle(resolve(world.cwd, files.bundle), files.bundle, resolve(world.root, into))
  const imported = (name: string) => (bundle?.files.includes(name) ? inProject(world, join(bundle.folder, name)) : null)
  const derived = (name: string, value: object | null) => (value === null ? null : writeJson(world, `${into}/${name}`, value))
  const copyPath = files.copy ? inProject(world, files.copy) : (imported('copy.json') ?? derived('brief-copy.json', read.copy))
  const given = files.tokens ? inProject(world, files.tokens) : imported('tokens.json')
  const brandTokens = brand?.tokens && tokensInFile(JSON.stringify(brand.tokens)) ? brand.tokens : null
  const tokensPath = given ?? derived('brand-tokens.json', brandTokens)
  const { copy, tokens } = usable(world, copyPath, tokensPath, bundle)
  return {
    brief: { path: brief.path, text: brief.text },
    brand: brand?.text ?? null,
    material: {
      page,
      sections: design ? [] : read.sections,
      copy,
      copyPath,
      tokens,
      tokensPath,
      primaryActions: read.primaryActions,
      ...(design && { design: { screens: design.screens, flows: design.flows } }),
      ...(brand && brand.avoids.length > 0 && { avoids: brand.avoids }),
    },
  }
}

/** A bundle with unusable words or tokens leaves nothing behind. */
function usable(world: World, copyPath: string | null, tokensPath: string | null, bundle: Imported | null) {
  try {
    const copy = copyPath ? jsonFile(world, copyPath) : null
    const tokens = tokensPath ? jsonFile(world, tokensPath) : null
    if (copy && copyPath) checkCopy(copy, copyPath)
    if (tokens && !tokensInFile(JSON.stringify(tokens)))
      throw new Fault('usage', `${tokensPath} ${noTokens}`, {
        fix: 'Name at least one, such as {"colors": {"ink": "#112233"}}, or omit it.',
      })
    return { copy, tokens }
  } catch (error) {
    bundle?.undo()
    throw error
  }
}

function briefOf(world: World, { brief, design: feature }: GivenFiles, design: DesignBrief | null): { path: string; text: string } {
  if (brief !== undefined) return { path: inProject(world, brief), text: readArtifactFile(resolve(world.cwd, brief), brief) }
  if (design) return { path: `${finalFolder(world, feature ?? '')}/intent.json`, text: design.text }
  throw new Fault('usage', 'there is no brief to build from', { fix: 'Give a brief, or --design with the name of a frozen design.' })
}

const finalFolder = ({ config }: World, feature: string) => `${config.config.paths?.features ?? 'features'}/${feature}/design/final`

function frozenDesign(world: World, feature: string): DesignBrief {
  const folder = finalFolder(world, feature)
  const [intent, marker] = ['intent.json', 'FROZEN.md'].map((name) => readText(resolve(world.root, folder, name)))
  if (intent == null || marker == null)
    throw new Fault('not_found', `${feature} has no frozen design in ${folder}`, { fix: `Freeze it first: \`whet approve ${feature}\`.` })
  const read = readDesign(intent, marker)
  if ('problem' in read)
    throw new Fault('integrity', `${folder}: ${read.problem}`, { fix: `\`whet verify ${feature}\` says what changed.` })
  return read
}

function brandOf({ root }: World, folder: string): Brand | null {
  const texts = brandFiles.flatMap((name) => {
    const text = readText(resolve(root, folder, name))
    return text === null ? [] : [[name, text] as const]
  })
  return readBrand(Object.fromEntries(texts))
}

/** Checks read copy and tokens from files, so text from a brief or a brand becomes one. */
function writeJson({ root }: World, path: string, value: object): string {
  makeFolder(dirname(resolve(root, path)))
  replaceIn(root, path, `${JSON.stringify(value, null, 2)}\n`)
  return path
}

function undecided(open: readonly string[], where: string): void {
  if (open.length === 0) return
  const lines = `${open.length} ${open.length === 1 ? 'line' : 'lines'}`
  throw new Fault('usage', `${where} leaves ${lines} undecided (_TBD_): ${open[0]}`, { fix: 'Say what it should be, then start again.' })
}

/** The page must say it verbatim, so only a person can fix errors in it. */
function checkCopy(copy: object, path: string): void {
  const read = readCopy(JSON.stringify(copy), path)
  if ('problem' in read) throw new Fault('usage', read.problem, { fix: 'Give the words of at least one section.' })
  const beyond = beyondLimits(copy, read)
  if (beyond.length > 0) throw new Fault('usage', `${path}: ${beyond.join('. ')}`, { fix: 'Fix it, then start again.' })
}

function jsonFile({ root }: World, path: string): object {
  const read = parseJson(readArtifactFile(resolve(root, path), path))
  if ('value' in read && typeof read.value === 'object' && read.value !== null && !Array.isArray(read.value)) return read.value
  const why = read.ok ? "it isn't an object" : `${read.message}${read.at ? ` (line ${read.at.line}, column ${read.at.column})` : ''}`
  throw new Fault('usage', `${path} isn't a JSON object: ${why}`, { fix: 'Fix it, then start again.' })
}

/** A served page is built from all text files of the folder its command runs in. */
export function pageOf(world: World, page: string, start: string | undefined): { page: string; folder: string | null } {
  if (/^https?:/i.test(page)) {
    const { hostname } = new URL(page)
    if (!['localhost', '127.0.0.1', '[::1]'].includes(hostname))
      throw new Fault('usage', `${page} isn't on this machine`, { fix: 'Give a file, a folder, or an address on localhost.' })
    return { page, folder: start === undefined ? null : inProject(world, '.') || '.' }
  }
  if (start !== undefined)
    throw new Fault('usage', `${page} is a file, but --start serves an address`, {
      fix: 'Give the address that the command serves: --page http://localhost:5173',
    })
  const path = resolve(world.cwd, page)
  const file = exists(path) && statSync(path).isDirectory() ? join(path, 'index.html') : path
  return { page: inProject(world, file), folder: inProject(world, dirname(file)) }
}

function inProject({ root, cwd }: World, path: string): string {
  const shown = relative(root, resolve(cwd, path)).split(sep).join('/')
  if (shown === '..' || shown.startsWith('../'))
    throw new Fault('usage', `${path} is outside the project`, { fix: 'Give a path inside it.' })
  return shown
}
