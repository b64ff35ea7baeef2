// An assistant that makes the work is told nothing of hidden rules, whatever document it asks for.
import { expect, it } from 'vitest'
import { forAssistant } from '../../../src/surfaces/mcp/result.ts'

const shown = { id: 'a.x.shown', description: 'says hello', check: { kind: 'content.contains', text: 'hello' } }
const hidden = { id: 'a.x.secret', description: 'names the okapi', hidden: true, check: { kind: 'content.contains', text: 'okapi' } }
const verdicts = [shown, hidden].map(({ id, check }) => ({ ruleId: id, outcome: 'fail', message: `lacks ${check.text}` }))

it.each<[string, object, object]>([
  ['criteria of a draft', { rules: [shown, hidden] }, { rules: [shown] }],
  [
    'a draft whose rules say it in a fact that is withheld',
    { all_rules: [shown, hidden], rules: [{ id: 'a.x.shown' }, { id: 'a.x.secret', description: 'names the okapi' }] },
    { rules: [{ id: 'a.x.shown' }] },
  ],
  [
    'verdicts of a check',
    {
      checked: [
        { rules: [shown, hidden], verdicts, blockers: ['a.x.shown', 'a.x.secret'], told: { 'a.x.secret': 'It contains "okapi".' } },
      ],
    },
    { checked: [{ rules: [shown], verdicts: [verdicts[0]], blockers: ['a.x.shown'], told: {} }] },
  ],
  [
    'a sentence that names one',
    { rules: [hidden], because: 'a.x.secret does not hold' },
    { rules: [], because: 'a hidden rule does not hold' },
  ],
  ['nothing of the kind', { rules: [shown], hidden: { gap: 0.5 } }, { rules: [shown], hidden: { gap: 0.5 } }],
])('%s', (_what, document, expected) => {
  expect(forAssistant(document)).toEqual(expected)
  expect(JSON.stringify(forAssistant(document))).not.toMatch(/secret|okapi/)
})
