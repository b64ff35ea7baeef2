// Checks on an API's conventions: lists are paged, and names follow one convention.
import * as z from 'zod'
import type { Finding } from '../../schema/verdict.ts'
import { defineCheck, judge, notApplicable } from '../check.ts'
import { plural } from '../reading/lines.ts'
import { apiParams, contentOf, entries, isCollection, isSuccess, list, responsesOf, withApi } from '../reading/openapi.ts'
import type { Operation } from '../reading/openapi.ts'
import { own } from '../reading/parsed.ts'
import { toPointer, walk } from '../reading/pointer.ts'

export const openapiPagination = defineCheck({
  kind: 'openapi.pagination',
  summary: 'Each operation that returns a list takes paging parameters.',
  version: '1',
  params: z.strictObject({ ...apiParams, names: z.array(z.string().min(1)).default([]) }),
  demands: ({ names }) =>
    `lets every operation of the API that answers a list be paged by a query parameter (page, limit, offset, cursor${names.length > 0 ? `, ${names.join(', ')}` : ''})`,
  run: ({ params, artifact }) =>
    withApi(artifact, params.fence, ({ document, operations }) => {
      const lists = operations.filter(answersList)
      if (lists.length === 0) return notApplicable('no operation returns a list')
      const also = new Set(params.names)
      const isPaging = (parameter: Record<string, unknown>) => {
        const name = String(own(parameter, 'name') ?? '')
        return own(parameter, 'in') === 'query' && (pagingNames.test(name) || also.has(name))
      }
      const problems = lists
        .filter((operation) => !operation.parameters.some(isPaging))
        .map((operation) => ({
          message: `${operation.name} returns a list but takes no page, limit, offset or cursor`,
          expected: `a query parameter such as ${[...params.names, 'limit', 'cursor'].slice(0, 3).join(', ')}`,
          actual: operation.parameters.map((parameter) => String(own(parameter, 'name') ?? '')).join(', ') || 'no parameters',
          location: document.locate(operation.pointer),
        }))
      return judge(
        problems,
        `${plural(lists.length, 'list operation')} can be paged`,
        (count) => `${plural(count, 'list operation')} can't be paged`,
      )
    }),
})

const pagingNames =
  /^(?:\$?(?:page|limit|offset|cursor|skip|take|top|first|last|after|before|size|count|start|per_?page)|page[._[-]?(?:size|number|token|limit|offset|cursor|no|index)\]?|(?:starting|ending)_?(?:after|before)|(?:next|max)_?(?:token|results|items|page)|continuation_?token)$/i

function answersList(operation: Operation): boolean {
  if (operation.method !== 'get' || operation.path.trimEnd().endsWith('}')) return false
  return responsesOf(operation)
    .filter(([code]) => isSuccess(code))
    .flatMap(([, response]) => contentOf(response))
    .some(([, media]) => {
      const schema = own(media, 'schema')
      if (isArraySchema(schema)) return true
      return isCollection(operation.path) && entries(own(schema, 'properties')).some(([, property]) => isArraySchema(property))
    })
}

function isArraySchema(schema: unknown): boolean {
  const type = own(schema, 'type')
  return type === 'array' || list(type).includes('array')
}

const conventions = {
  kebab: /^[a-z0-9]+(?:-[a-z0-9]+)*$/,
  snake: /^[a-z0-9]+(?:_[a-z0-9]+)*$/,
  camel: /^[a-z][a-z0-9]*(?:[A-Z][a-z0-9]*)*$/,
  pascal: /^(?:[A-Z][a-z0-9]*)+$/,
}
const Convention = z.enum(['kebab', 'snake', 'camel', 'pascal'])
type Convention = z.infer<typeof Convention>

export const openapiNaming = defineCheck({
  kind: 'openapi.naming',
  summary: 'Path parts follow one naming convention, and so do properties and operation ids: the given one, or the one most of them have.',
  version: '1',
  params: z.strictObject({
    ...apiParams,
    paths: Convention.optional(),
    properties: Convention.optional(),
    operation_ids: Convention.optional(),
  }),
  demands: ({ paths, properties, operation_ids }) => {
    const each = (what: string, convention: Convention | undefined) =>
      `${what} in ${convention ? `${convention} case` : 'one case throughout'}`
    return `names ${[each('path parts', paths), each('properties', properties), each('operation ids', operation_ids)].join(', ')}`
  },
  run: ({ params, artifact }) =>
    withApi(artifact, params.fence, ({ document, raw, operations }) => {
      const names = {
        paths: entries(own(raw, 'paths')).flatMap(([path]) =>
          path
            .split('/')
            .filter((part) => part !== '' && !/[{}:.]/.test(part))
            .map((name) => ({ name, pointer: toPointer(['paths', path]) })),
        ),
        properties: propertiesOf(raw),
        operation_ids: operations.flatMap((operation) => {
          const id = own(operation.value, 'operationId')
          return typeof id === 'string' ? [{ name: id, pointer: `${operation.pointer}/operationId` }] : []
        }),
      }
      const problems: Finding[] = []
      for (const [group, items] of Object.entries(names)) {
        const convention = params[group as keyof typeof names] ?? commonest(items.map(({ name }) => name))
        for (const { name, pointer } of items) {
          if (conventions[convention].test(name)) continue
          problems.push({
            message: `${JSON.stringify(name)} isn't ${convention} case, as the ${group.replace('_', ' ')} are`,
            expected: `${convention} case`,
            actual: name,
            location: document.locate(pointer),
          })
        }
      }
      const total = Object.values(names).flat().length
      return judge(
        problems,
        `${plural(total, 'name')} follow one convention each`,
        (count) => `${plural(count, 'name')} of ${total} break the convention`,
      )
    }),
})

/** The convention of most names; single words fit all of them and decide nothing. */
function commonest(names: string[]): Convention {
  const counts = Convention.options.map((convention) => ({
    convention,
    count: names.filter((name) => conventions[convention].test(name)).length,
  }))
  return counts.reduce((best, each) => (each.count > best.count ? each : best)).convention
}

/** Property names in every schema, once per place, from the document as written. */
function propertiesOf(raw: unknown): { name: string; pointer: string }[] {
  return [...walk(raw, (key) => !data.has(key))].flatMap(({ value, path }) =>
    entries(own(value, 'properties')).map(([name]) => ({ name, pointer: toPointer([...path, 'properties', name]) })),
  )
}

// These hold values, not schemas: the API's data.
const data = new Set(['example', 'examples', 'default', 'enum', 'const'])
