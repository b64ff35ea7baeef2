// What can be changed at a gate, as a form: limits, thresholds, and the rules one by one.
import { useState } from 'preact/hooks'
import type { Gate } from '../document.ts'
import { words } from './facts.tsx'
import { plural } from './format.ts'
import { typed } from './parts.tsx'

interface Rule {
  id: string
  description: string
  severity: string
  weight: number
  phase: string
  check: unknown
}

interface Draft {
  max_iterations: number
  thresholds?: Record<string, number>
  pass_threshold?: number
  rules?: Rule[]
  /** Open criteria that are set aside. */
  drop?: string[]
}

/** Whether this form can edit the facts of a gate. */
export const isDraft = ({ all_rules, pass_threshold }: Gate['facts']) => Array.isArray(all_rules) || typeof pass_threshold === 'number'

export function CriteriaForm({ facts, onChange }: { facts: Gate['facts']; onChange(data: unknown): void }) {
  const open = (facts['open'] ?? []) as { id: string; message: string }[]
  const [draft, setDraft] = useState(() => draftOf(facts))
  const set = (part: Partial<Draft>) => {
    const next = { ...draft, ...part }
    setDraft(next)
    onChange(next)
  }
  const rules = draft.rules ?? []
  const setRule = (index: number, part: Partial<Rule>) =>
    set({ rules: rules.map((rule, at) => (at === index ? { ...rule, ...part } : rule)) })
  return (
    <fieldset class="criteria-form">
      <legend class="away">Criteria</legend>
      <div class="pair">
        <Figure label="Most iterations" value={draft.max_iterations} step={1} onChange={(value) => set({ max_iterations: value })} />
        {Object.entries(draft.thresholds ?? {}).map(([level, value]) => (
          <Figure
            key={level}
            label={`Threshold of level ${level}`}
            value={value}
            step={0.05}
            onChange={(wanted) => set({ thresholds: { ...draft.thresholds, [level]: wanted } })}
          />
        ))}
        {draft.pass_threshold !== undefined && (
          <Figure label="Threshold" value={draft.pass_threshold} step={0.05} onChange={(value) => set({ pass_threshold: value })} />
        )}
      </div>
      {draft.rules && (
        <>
          <h3>{plural(rules.length, 'rule')}</h3>
          <ol class="rule-list">
            {rules.map((rule, index) => (
              <li key={rule.id}>
                <div class="row wrap">
                  <code class="grow">{rule.id}</code>
                  <select
                    aria-label={`What ${rule.id} does`}
                    value={rule.severity}
                    onChange={typed((severity) => setRule(index, { severity }))}
                  >
                    <option value="fail">must hold</option>
                    <option value="warn">lowers the score</option>
                    <option value="info">is noted</option>
                  </select>
                  <select aria-label={`Level of ${rule.id}`} value={rule.phase} onChange={typed((phase) => setRule(index, { phase }))}>
                    <option value="A">level A</option>
                    <option value="B">level B</option>
                  </select>
                  <input
                    type="number"
                    min={0}
                    max={1000}
                    aria-label={`Weight of ${rule.id}`}
                    value={rule.weight}
                    onInput={typed((weight) => setRule(index, { weight: Number(weight) }))}
                  />
                  <button
                    type="button"
                    class="plain"
                    aria-label={`Remove ${rule.id}`}
                    onClick={() => set({ rules: rules.toSpliced(index, 1) })}
                  >
                    Remove
                  </button>
                </div>
                <input
                  aria-label={`What ${rule.id} says`}
                  value={rule.description}
                  onInput={typed((description) => setRule(index, { description }))}
                />
                <small>{checkText(rule.check)}</small>
              </li>
            ))}
          </ol>
          <AddRule taken={rules.map(({ id }) => id)} onAdd={(rule) => set({ rules: [...rules, rule] })} />
        </>
      )}
      {open.length > 0 && (
        <>
          <h3>Set criteria aside</h3>
          {open.map(({ id, message }) => (
            <label key={id} class="check">
              <input
                type="checkbox"
                checked={draft.drop?.includes(id) ?? false}
                onChange={(event) => {
                  const others = (draft.drop ?? []).filter((each) => each !== id)
                  set({ drop: (event.target as HTMLInputElement).checked ? [...others, id] : others })
                }}
              />{' '}
              {message} <code class="quiet">{id}</code>
            </label>
          ))}
        </>
      )}
    </fieldset>
  )
}

function draftOf({ max_iterations, thresholds, all_rules, pass_threshold }: Gate['facts']): Draft {
  return {
    max_iterations: Number(max_iterations),
    ...(thresholds !== undefined && { thresholds: thresholds as Record<string, number> }),
    ...(Array.isArray(all_rules) && { rules: all_rules as Rule[] }),
    ...(typeof pass_threshold === 'number' && { pass_threshold }),
  }
}

/** A rule in words: a judge decides it, or the maker writes a check that you review. */
function AddRule({ taken, onAdd }: { taken: readonly string[]; onAdd(rule: Rule): void }) {
  const [text, setText] = useState('')
  const add = () => {
    const words = text
      .toLowerCase()
      .match(/[a-z0-9]+/g)
      ?.slice(0, 4)
      .join('-')
    let id = `a.quality.${words ?? 'rule'}`
    while (taken.includes(id)) id += '-2'
    onAdd({ id, description: text.trim(), severity: 'warn', weight: 1, phase: 'A', check: text.trim() })
    setText('')
  }
  return (
    <div class="row">
      <input class="grow" aria-label="Another rule, in words" placeholder="Another rule, in words" value={text} onInput={typed(setText)} />
      <button type="button" disabled={text.trim() === ''} onClick={add}>
        Add
      </button>
    </div>
  )
}

function Figure({ label, value, step, onChange }: { label: string; value: number; step: number; onChange(value: number): void }) {
  return (
    <label>
      {label}
      <input type="number" step={step} min={0} value={value} onInput={typed((text) => onChange(Number(text)))} />
    </label>
  )
}

/** `markdown.sections: required Install, Usage` */
function checkText(check: unknown): string {
  if (typeof check === 'string') return 'in words: a judge, or a check written by the maker, decides'
  const { kind, ...rest } = check as { kind: string } & Record<string, unknown>
  const given = Object.entries(rest).map(([name, value]) => `${name} ${words(value as Gate['facts'][string])}`)
  return given.length > 0 ? `${kind}: ${given.join('; ')}` : kind
}
