// Edits a draft at the terminal: its rules, thresholds and iteration limit, by questions.
import type { Facts } from '../../../kernel/task.ts'
import type { Person } from '../../../operations/world.ts'
import type { Json } from '../../../schema/event.ts'
import { type Severity, defaultWeight } from '../../../schema/rule.ts'

export async function changes(person: Person, facts: Facts): Promise<Json> {
  const what = await person.choose('Change what?', [
    { value: 'iterations', label: 'max iterations' },
    { value: 'thresholds', label: 'thresholds' },
    { value: 'remove', label: 'remove a rule' },
    { value: 'edit', label: 'edit a rule' },
    { value: 'add', label: 'add a rule' },
  ])
  const rules = (facts['all_rules'] ?? []) as RuleFacts[]
  const pick = () =>
    person.choose(
      'Which rule?',
      rules.map(({ id, description }) => ({ value: id, label: id, hint: description })),
    )
  switch (what) {
    case 'iterations':
      return { max_iterations: await limit(person, Number(facts['max_iterations'])) }
    case 'thresholds': {
      const { A, B } = facts['thresholds'] as { A: number; B: number }
      return { thresholds: { A: await share(person, 'Threshold of level A', A), B: await share(person, 'Threshold of level B', B) } }
    }
    case 'remove': {
      const id = await pick()
      return { rules: rules.filter((rule) => rule.id !== id) }
    }
    case 'edit': {
      const id = await pick()
      const before = rules.find((rule) => rule.id === id) as RuleFacts
      const edited = await ruleText(person, before.description)
      const check = before.check === before.description ? edited.description : before.check
      return {
        rules: rules.map((rule) =>
          rule.id === id
            ? { ...rule, ...edited, weight: edited.severity === rule.severity ? rule.weight : defaultWeight[edited.severity], check }
            : rule,
        ),
      }
    }
    default: {
      const id = await person.text('Id of the rule (a.<category>.<name> or b.<category>.<name>)')
      const added = await ruleText(person)
      return { rules: [...rules, { id, ...added, check: added.description }] }
    }
  }
}

type RuleFacts = { id: string; description: string; severity: Severity; weight: number; check: Json }

async function ruleText(person: Person, initial = ''): Promise<{ description: string; severity: Severity }> {
  const description = await person.text('What must hold?', { initial })
  const severity = await person.choose('Severity', [
    { value: 'fail', label: 'fail: blocks' },
    { value: 'warn', label: 'warn: lowers the score' },
    { value: 'info', label: 'info: tracked only' },
  ])
  return { description, severity }
}

export async function limit(person: Person, initial: number): Promise<number> {
  for (;;) {
    const value = Number(await person.text('Max iterations', { initial: String(initial) }))
    if (Number.isInteger(value) && value >= 1 && value <= 1000) return value
    person.show('A whole number from 1 to 1000, please.')
  }
}

export async function share(person: Person, question: string, initial: number): Promise<number> {
  for (;;) {
    const value = Number(await person.text(question, { initial: String(initial) }))
    if (value > 0 && value <= 1) return value
    person.show('A number above 0, up to 1, please.')
  }
}
