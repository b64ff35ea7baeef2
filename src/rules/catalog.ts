// Every built-in check, by kind, loaded on first use; turns a rule's typed checks into something that runs.
import * as z from 'zod'
import { didYouMean } from '../lib/nearest.ts'
import type { TypedCheck } from '../schema/rule.ts'
import type { Check, CheckInput } from './check.ts'

/** A check with its parameter type erased; only `parseCheck` passes it parameters, validated by the check's own schema. */
export type AnyCheck = Check<unknown>

/** kind → how to load it. Checks of a trusted configuration are added in a larger map. */
export type Catalog = ReadonlyMap<string, () => Promise<AnyCheck>>

export interface ParamProblem {
  /** Inside the typed check: `['kind']`, `['anchors', 0, 'score']`. */
  path: PropertyKey[]
  message: string
}

export type ParsedCheck = { check: AnyCheck; params: unknown } | { problems: ParamProblem[] }

export async function parseCheck(typed: TypedCheck, from: Catalog = catalog): Promise<ParsedCheck> {
  const { kind, ...given } = typed
  const load = from.get(kind)
  if (!load) return { problems: [{ path: ['kind'], message: `there is no check ${JSON.stringify(kind)}${didYouMean(kind, from.keys())}` }] }
  const check = await load()
  const params = check.params.safeParse(given)
  return params.success
    ? { check, params: params.data }
    : { problems: params.error.issues.flatMap((issue) => explain(issue, check, given)) }
}

/** Erases the type of a check's parameters. Sound as long as they come from the check's own schema. */
export function erase<P>(check: Check<P>): AnyCheck {
  const { timeoutMs, ...rest } = check
  return {
    ...rest,
    ...(check.demands && { demands: (params: unknown) => check.demands?.(params as P) ?? '' }),
    ...(check.refersTo && { refersTo: (params: unknown) => check.refersTo?.(params as P) }),
    ...(timeoutMs && { timeoutMs: (params: unknown) => timeoutMs(params as P) }),
    run: (input) => check.run(input as CheckInput<P>),
  }
}

const lazily = <P>(load: () => Promise<Check<P>>): (() => Promise<AnyCheck>) => {
  let loaded: Promise<AnyCheck> | undefined
  return () => (loaded ??= load().then(erase))
}

const shipped = [
  ['command', lazily(async () => (await import('./checks/command.ts')).command)],
  ['content.contains', lazily(async () => (await import('./checks/content.ts')).contains)],
  ['content.regex', lazily(async () => (await import('./checks/content.ts')).regex)],
  ['content.count', lazily(async () => (await import('./checks/content.ts')).count)],
  ['content.placeholders', lazily(async () => (await import('./checks/placeholders.ts')).placeholders)],
  ['markdown.sections', lazily(async () => (await import('./checks/markdown-structure.ts')).sections)],
  ['markdown.heading-order', lazily(async () => (await import('./checks/markdown-structure.ts')).headingOrder)],
  ['markdown.code-fences', lazily(async () => (await import('./checks/markdown-fences.ts')).codeFences)],
  ['markdown.links', lazily(async () => (await import('./checks/markdown-links.ts')).links)],
  ['markdown.lint', lazily(async () => (await import('./checks/markdown-lint.ts')).lint)],
  ['parse', lazily(async () => (await import('./checks/parse.ts')).parse)],
  ['json.schema', lazily(async () => (await import('./checks/json-schema.ts')).jsonSchema)],
  ['json.pointer', lazily(async () => (await import('./checks/json-pointer.ts')).jsonPointer)],
  ['openapi.valid', lazily(async () => (await import('./checks/openapi-valid.ts')).openapiValid)],
  ['openapi.paths', lazily(async () => (await import('./checks/openapi-operations.ts')).openapiPaths)],
  ['openapi.schemas', lazily(async () => (await import('./checks/openapi-operations.ts')).openapiSchemas)],
  ['openapi.examples', lazily(async () => (await import('./checks/openapi-examples.ts')).openapiExamples)],
  ['openapi.errors', lazily(async () => (await import('./checks/openapi-operations.ts')).openapiErrors)],
  ['openapi.security', lazily(async () => (await import('./checks/openapi-security.ts')).openapiSecurity)],
  ['openapi.pagination', lazily(async () => (await import('./checks/openapi-style.ts')).openapiPagination)],
  ['openapi.naming', lazily(async () => (await import('./checks/openapi-style.ts')).openapiNaming)],
  ['openapi.descriptions', lazily(async () => (await import('./checks/openapi-operations.ts')).openapiDescriptions)],
  ['secrets', lazily(async () => (await import('./checks/secrets.ts')).secrets)],
  ['text.faithful', lazily(async () => (await import('./checks/text-faithful.ts')).textFaithful)],
  ['file.exists', lazily(async () => (await import('./checks/file.ts')).exists)],
  ['file.unchanged', lazily(async () => (await import('./checks/file.ts')).unchanged)],
  ['config.required', lazily(async () => (await import('./checks/config-settings.ts')).configRequired)],
  ['config.env-vars', lazily(async () => (await import('./checks/config-settings.ts')).configEnvVars)],
  ['config.defaults', lazily(async () => (await import('./checks/config-settings.ts')).configDefaults)],
  ['config.comments', lazily(async () => (await import('./checks/config-settings.ts')).configComments)],
  ['config.portability', lazily(async () => (await import('./checks/config-safety.ts')).configPortability)],
  ['config.permissions', lazily(async () => (await import('./checks/config-safety.ts')).configPermissions)],
  ['code.files', lazily(async () => (await import('./checks/code-shape.ts')).codeFiles)],
  ['code.exports', lazily(async () => (await import('./checks/code-shape.ts')).codeExports)],
  ['code.types', lazily(async () => (await import('./checks/code-shape.ts')).codeTypes)],
  ['code.conventions', lazily(async () => (await import('./checks/code-shape.ts')).codeConventions)],
  ['code.error-handling', lazily(async () => (await import('./checks/code-care.ts')).codeErrorHandling)],
  ['code.logging', lazily(async () => (await import('./checks/code-care.ts')).codeLogging)],
  ['page.overflow', lazily(async () => (await import('./page/fit.ts')).pageOverflow)],
  ['page.breakpoints', lazily(async () => (await import('./page/fit.ts')).pageBreakpoints)],
  ['page.touch-targets', lazily(async () => (await import('./page/fit.ts')).pageTouchTargets)],
  ['page.text-size', lazily(async () => (await import('./page/fit.ts')).pageTextSize)],
  ['page.actions', lazily(async () => (await import('./page/working.ts')).pageActions)],
  ['page.offers', lazily(async () => (await import('./page/working.ts')).pageOffers)],
  ['page.console', lazily(async () => (await import('./page/working.ts')).pageConsole)],
  ['page.axe', lazily(async () => (await import('./page/accessible.ts')).pageAxe)],
  ['page.accessibility-score', lazily(async () => (await import('./page/accessible.ts')).pageScore)],
  ['page.contrast', lazily(async () => (await import('./page/accessible.ts')).pageContrast)],
  ['page.alt', lazily(async () => (await import('./page/accessible.ts')).pageAlt)],
  ['page.tokens', lazily(async () => (await import('./page/tokens.ts')).pageTokens)],
  ['page.copy', lazily(async () => (await import('./page/copy.ts')).pageCopy)],
  ['page.placeholders', lazily(async () => (await import('./page/wording.ts')).pagePlaceholders)],
  ['page.wording', lazily(async () => (await import('./page/wording.ts')).pageWording)],
  ['page.sections', lazily(async () => (await import('./page/sections.ts')).pageSections)],
  ['page.primary-cta', lazily(async () => (await import('./page/looks.ts')).pagePrimaryCta)],
  ['page.slop', lazily(async () => (await import('./page/looks.ts')).pageSlop)],
  ['measure.complexity', lazily(async () => (await import('./checks/measure.ts')).measureComplexity)],
  ['measure.size', lazily(async () => (await import('./checks/measure.ts')).measureSize)],
  ['measure.build', lazily(async () => (await import('./checks/measure.ts')).measureBuild)],
  ['measure.tests', lazily(async () => (await import('./checks/measure.ts')).measureTests)],
  ['measure.coverage', lazily(async () => (await import('./checks/measure.ts')).measureCoverage)],
  ['measure.lint', lazily(async () => (await import('./checks/measure.ts')).measureLint)],
  ['tamper-guard', lazily(async () => (await import('./checks/tamper-guard.ts')).tamperGuard)],
  ['judged-by-agent', lazily(async () => (await import('./checks/judged-by-agent.ts')).judgedByAgent)],
] as const

/** The built-in kinds, for editors to complete and compilers to check. */
export type CheckKind = (typeof shipped)[number][0]

export const catalog: Catalog = new Map<string, () => Promise<AnyCheck>>(shipped)

/** zod's messages in plainer words: what is missing, what is valid, and the nearest known name. */
function explain(issue: z.core.$ZodIssue, check: AnyCheck, given: unknown): ParamProblem[] {
  if (issue.code === 'unrecognized_keys') {
    const known = issue.path.length === 0 && check.params instanceof z.ZodObject ? Object.keys(check.params.shape) : []
    return issue.keys.map((key) => ({
      path: [...issue.path, key],
      message: `${check.kind} has no parameter ${JSON.stringify(key)}${didYouMean(key, known)}`,
    }))
  }
  const value = issue.path.reduce<unknown>(
    (inner, key) => (typeof inner === 'object' && inner !== null ? Reflect.get(inner, key) : undefined),
    given,
  )
  if (value === undefined && issue.path.length > 0 && issue.code !== 'custom')
    return [{ path: issue.path, message: `${check.kind} needs this parameter` }]
  if (issue.code !== 'invalid_union') return [{ path: issue.path, message: issue.message }]
  const ways = new Set(issue.errors.map(([first]) => first?.message ?? issue.message))
  return [{ path: issue.path, message: [...ways].join('; or ') }]
}
