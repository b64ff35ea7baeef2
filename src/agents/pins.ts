// What a run began with: template hashes and makers, pinned at the start and compared at every call.
import type { Template } from './prompt.ts'
import type { Identity, Provider } from './provider.ts'

export interface Pins {
  templates: Record<string, TemplatePin>
  makers: Record<string, MakerPin>
}

export interface TemplatePin {
  version: string
  path: string
  sha256: string
}

export interface MakerPin extends Identity {
  name: string
}

/** Reads a template at every call, so that a change during a run is noticed. Without a version: the newest. */
export interface TemplateSource {
  load(name: string, version?: string): Promise<Template>
}

/** The model is unknown; its maker's name and program version identify it. */
export const unknownModel = 'unknown'

export async function makePins(
  templates: readonly string[],
  source: TemplateSource,
  makers: Readonly<Record<string, Provider>>,
): Promise<Pins> {
  const pins: Pins = { templates: {}, makers: {} }
  for (const name of [...templates].sort()) {
    const { version, path, sha256 } = await source.load(name)
    pins.templates[name] = { version, path, sha256 }
  }
  for (const [role, maker] of Object.entries(makers).sort(([a], [b]) => (a < b ? -1 : 1)))
    pins.makers[role] = { name: maker.name, ...(await maker.identify()) }
  return pins
}

/** A role's maker, by the pins of a run. */
export const pinOf = (pins: Partial<Pins> | undefined, role: string): MakerPin | undefined =>
  pins?.makers?.[role] ?? pins?.makers?.['default']

export const makerOf = (pins: Partial<Pins>, role: string): string => pinOf(pins, role)?.name ?? 'builtin'

/** A judge's identity for its passport: the maker as named, and its version if it reports one. */
export const judgeIdentity = ({ name, version }: Pick<MakerPin, 'name' | 'version'>): string =>
  version === unknownModel ? name : `${name} ${version}`

/** The first difference from the pins, in words, or null: checked before continuing a run, so that no step is spent finding out. */
export async function pinsChanged(pins: Pins, source: TemplateSource, makers: Readonly<Record<string, Provider>>): Promise<string | null> {
  for (const [name, pin] of Object.entries(pins.templates)) {
    const changed = templateChanged(pin, await source.load(name, pin.version))
    if (changed) return changed
  }
  for (const [role, maker] of Object.entries(makers)) {
    const changed = makerChanged(role, pinOf(pins, role), { name: maker.name, ...(await maker.identify()) })
    if (changed) return changed
  }
  return null
}

/** The difference from the pin, in words, or null. */
export function templateChanged(pin: TemplatePin | undefined, template: Template): string | null {
  if (!pin || pin.sha256 === template.sha256) return null
  return `template ${template.name} has changed since the run began: ${pin.path} was ${pin.version} ${pin.sha256.slice(0, 12)}, now ${template.version} ${template.sha256.slice(0, 12)}. Restore the earlier file, or start a new run.`
}

export function makerChanged(role: string, pin: MakerPin | undefined, now: MakerPin): string | null {
  if (!pin || (pin.name === now.name && pin.model === now.model && pin.version === now.version)) return null
  return `the maker of ${role} has changed since the run began: ${describe(pin)}, now ${describe(now)}. Continue with the earlier maker, or start a new run.`
}

/** A provider may answer for `model` with a dated release of it; any other name is another model. */
export function modelChanged(pinned: string, reported: string | null): boolean {
  if (reported === null || pinned === unknownModel) return false
  const asked = bare(pinned)
  const said = bare(reported)
  if (isAlias(asked, said)) return false
  return said !== asked && !(said.startsWith(asked) && /^[-@:](\d{4,8}|latest|\d{4}-\d{2}-\d{2})$/.test(said.slice(asked.length)))
}

/** Whether a provider reported that it ignored the temperature. */
export function temperatureDropped(warnings: readonly string[]): boolean {
  return warnings.some((warning) => /\btemperature\b/i.test(warning))
}

function describe({ name, model, version }: MakerPin): string {
  return `${name} (model ${model}, version ${version})`
}

/** `sonnet` or `4o` means whatever release its maker serves; only the program's version pins that. */
function isAlias(asked: string, said: string): boolean {
  return !/\d/.test(asked) || (!asked.includes('-') && said.split('-').includes(asked))
}

/** `models/gemini-…` and `anthropic/claude-…` name the same model as the part after the slash. */
function bare(model: string): string {
  return model.toLowerCase().slice(model.lastIndexOf('/') + 1)
}
