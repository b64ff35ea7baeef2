// What can be started from the page: through a workflow's own form, or one derived from its input.
import * as z from 'zod'
import { ownVerbs } from '../../operations/catalog.ts'
import type { AnyOperation, AnyWorkflow } from '../../operations/definition.ts'
import type { FormField, StartForm, WorkflowPanel } from '../../operations/page.ts'
import type { Workflows } from '../../operations/world.ts'

type Form = NonNullable<WorkflowPanel<unknown>['form']>

export async function startForms(workflows: Workflows): Promise<Record<string, StartForm>> {
  const forms: Record<string, StartForm> = {}
  for (const workflow of await workflows.all()) {
    const form = await formOf(workflow)
    if (form) forms[workflow.name] = { title: form.title, what: form.what, fields: form.fields }
  }
  return forms
}

export async function starting(workflows: Workflows, name: string): Promise<{ operation: AnyOperation; form: Form } | null> {
  if (!workflows.names.includes(name)) return null
  const workflow = await workflows.get(name)
  const form = await formOf(workflow)
  const verb = ownVerbs(workflow).find((each) => each.name === 'new')
  return form && verb ? { operation: (await verb.load()).default, form } : null
}

async function formOf(workflow: AnyWorkflow): Promise<Form | null> {
  const own = (await workflow.panel?.())?.default.form
  if (own || !workflow.input) return own ?? null
  const { name, summary, input } = workflow
  return {
    title: name,
    what: summary,
    fields: Object.entries(input.shape).map(([field, schema]) => fieldOf(field, schema as z.ZodType)),
    read: (fields) => fields,
  }
}

function fieldOf(name: string, schema: z.ZodType): FormField {
  const required = !schema.safeParse(undefined).success
  const hint = String(schema.meta()?.['description'] ?? '')
  const kind = z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' }).type === 'string' ? 'text' : 'number'
  return { name, label: name, hint, kind, ...(required && { required }) }
}
