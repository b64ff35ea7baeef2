// Prompt templates as files `<name>-v<semver>.txt`, read and hashed on every call.
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { TemplateSource } from '../agents/pins.ts'
import type { Template } from '../agents/prompt.ts'
import { sha256 } from '../lib/hash.ts'
import { Fault } from '../schema/fault.ts'
import { packageRoot } from './package.ts'

const fileName = /^([a-z][a-z0-9-]*)-v(\d+\.\d+\.\d+)\.txt$/
const nameForm = /^[a-z][a-z0-9-]*$/
const versionForm = /^\d+\.\d+\.\d+$/

/** The folder that ships with the package, whether run from source or built. */
const packageTemplates = join(packageRoot, 'templates', 'prompts')

/** `shown` is how the folder is recorded: machine paths stay out of journals. */
export function templateFolder(
  folder: string = packageTemplates,
  shown = 'templates/prompts',
): TemplateSource & { list(): Promise<Template[]> } {
  const load = async (name: string, version?: string): Promise<Template> => {
    if (!nameForm.test(name) || (version !== undefined && !versionForm.test(version)))
      throw new Fault('invalid', `"${name}${version ? ` ${version}` : ''}" isn't a template name`, {
        fix: 'Names are lower-case words joined by hyphens; versions look like 1.0.0.',
      })
    const chosen = version ?? newest(await names(folder), name)
    const file = `${name}-v${chosen}.txt`
    const bytes = await readFile(join(folder, file)).catch((cause: unknown) => missing(name, chosen, `${shown}/${file}`, cause))
    return { name, version: chosen, path: `${shown}/${file}`, text: decode(bytes, `${shown}/${file}`), sha256: sha256(bytes) }
  }
  return { load, list: async () => Promise.all((await names(folder)).map(({ name, version }) => load(name, version))) }
}

/** The workflow's own prompts, then the built-in ones. */
export function templatesWith(prompts: Readonly<Record<string, string>>): TemplateSource {
  const shipped = templateFolder()
  return {
    load: async (name, version) => {
      const text = Object.hasOwn(prompts, name) ? prompts[name] : undefined
      return text === undefined
        ? shipped.load(name, version)
        : { name, version: '1.0.0', path: `prompts/${name}`, text, sha256: sha256(text) }
    },
  }
}

async function names(folder: string): Promise<{ name: string; version: string }[]> {
  const files = await readdir(folder).catch(() => [])
  const parsed = files.flatMap((file) => {
    const match = fileName.exec(file)
    return match ? [{ name: match[1] as string, version: match[2] as string }] : []
  })
  return parsed.sort((a, b) => (a.name === b.name ? compare(a.version, b.version) : a.name < b.name ? -1 : 1))
}

function newest(all: { name: string; version: string }[], name: string): string {
  const own = all.filter((template) => template.name === name)
  return own.at(-1)?.version ?? missing(name, 'any version', 'templates/prompts', undefined)
}

function compare(a: string, b: string): number {
  const [left, right] = [a.split('.').map(Number), b.split('.').map(Number)]
  return left.map((part, i) => part - (right[i] ?? 0)).find((difference) => difference !== 0) ?? 0
}

function missing(name: string, version: string, path: string, cause: unknown): never {
  throw new Fault('not_found', `template ${name} (${version}) doesn't exist: looked for ${path}`, {
    fix: 'Restore the file, or reinstall whet.',
    cause,
  })
}

function decode(bytes: Uint8Array, path: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (cause) {
    throw new Fault('invalid', `${path} isn't UTF-8`, { fix: 'Save the template as UTF-8.', cause })
  }
}
