// Who may call what: security schemes are defined, and every operation says which it requires.
import * as z from 'zod'
import { didYouMean } from '../../lib/nearest.ts'
import { defineCheck, fail } from '../check.ts'
import { apiParams, entries, list, withApi } from '../reading/openapi.ts'
import { quoted } from '../reading/lines.ts'
import { own } from '../reading/parsed.ts'
import { perOperation } from './openapi-operations.ts'

export const openapiSecurity = defineCheck({
  kind: 'openapi.security',
  summary:
    "Security schemes are defined and each operation uses one, its own or the API's; an operation is open only if it says so itself.",
  version: '1',
  params: z.strictObject({
    ...apiParams,
    /** If given, no other operation may be open. */
    open: z.array(z.string().min(1)).optional(),
  }),
  demands: ({ open }) =>
    `defines security schemes and says for every operation of the API which it asks for${open ? `; only ${open.length > 0 ? quoted(open) : 'none'} may be open` : ''}`,
  run: ({ params, artifact }) =>
    withApi(artifact, params.fence, (api) => {
      const schemes = entries(own(own(api.resolved, 'components'), 'securitySchemes')).map(([name]) => name)
      if (schemes.length === 0)
        return fail('no security scheme is defined', [
          {
            message: 'components.securitySchemes is missing or empty',
            expected: 'at least one security scheme',
            actual: 'none',
            location: api.document.locate('/components/securitySchemes'),
          },
        ])
      const general = own(api.resolved, 'security')
      const open = api.operations.filter((operation) => isOpen(own(operation.value, 'security') ?? general))
      if (api.operations.length > 0 && open.length === api.operations.length) {
        return fail('no operation asks for authentication', [
          {
            message: 'schemes are defined but unused',
            expected: `security with ${quoted(schemes, 'or')}`,
            actual: 'none',
            location: api.document.locate('/security'),
          },
        ])
      }
      return perOperation(api, 'authentication', (operation) => {
        const stated = own(operation.value, 'security')
        const security = stated ?? general
        if (security === undefined)
          return [
            {
              message: "doesn't say which authentication it needs",
              expected: `security with ${quoted(schemes, 'or')}`,
              actual: 'none',
              at: '',
            },
          ]
        if (isOpen(security) && params.open && !params.open.includes(operation.name))
          return [
            {
              message: 'is open to everyone',
              expected: `security with ${quoted(schemes, 'or')}`,
              actual: 'none required',
              at: '/security',
            },
          ]
        const used = list(security).flatMap((requirement) => entries(requirement).map(([name]) => name))
        return used
          .filter((name) => !schemes.includes(name))
          .map((name) => ({
            message: `asks for the scheme ${JSON.stringify(name)}, which isn't defined${didYouMean(name, schemes)}`,
            expected: quoted(schemes, 'or'),
            actual: name,
            at: stated === undefined ? '' : '/security',
          }))
      })
    }),
})

/** No requirement, or an empty one. */
function isOpen(security: unknown): boolean {
  const requirements = list(security)
  return requirements.length === 0 || requirements.some((requirement) => entries(requirement).length === 0)
}
