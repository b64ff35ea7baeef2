// Ctrl K: finds every run, every view of the current one and every command by a few letters.
import { signal } from '@preact/signals'
import { useEffect, useRef, useState } from 'preact/hooks'
import { address } from './address.ts'
import { toDecision } from './decide.tsx'
import { useKeys } from './keys.ts'
import { State, typed } from './parts.tsx'
import { go } from './route.tsx'
import { current, forms, rows } from './store.ts'
import type { RunRow } from '../document.ts'

interface Command {
  id: string
  title: string
  note: string
  row?: RunRow
  act(): void
}

const open = signal(false)
const most = 40

export function Palette({ more }: { more: readonly Command[] }) {
  useKeys({ palette: () => void (open.value = true) })
  return open.value ? <Box more={more} /> : null
}

function Box({ more }: { more: readonly Command[] }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [words, setWords] = useState('')
  const [at, setAt] = useState(0)
  useEffect(() => dialog.current?.showModal(), [])
  const close = () => (open.value = false)
  const found = search([...ofThisRun(), ...ofProject(), ...more, ...ofRuns()], words).slice(0, most)
  const chosen = Math.min(at, Math.max(0, found.length - 1))
  const run = (command: Command | undefined) => {
    if (!command) return
    close()
    command.act()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const move = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (move !== undefined) {
      event.preventDefault()
      const next = (chosen + move + found.length) % Math.max(1, found.length)
      setAt(next)
      document.getElementById(`command-${next}`)?.scrollIntoView({ block: 'nearest' })
    } else if (event.key === 'Enter') {
      event.preventDefault()
      run(found[chosen])
    }
  }
  return (
    <dialog
      ref={dialog}
      class="palette"
      aria-label="Find a run or a command"
      onClose={close}
      onClick={(event) => event.target === dialog.current && close()}
    >
      <input
        type="text"
        role="combobox"
        aria-expanded="true"
        aria-controls="commands"
        aria-activedescendant={found.length > 0 ? `command-${chosen}` : undefined}
        aria-label="Find a run or a command"
        placeholder="Find a run or a command"
        autofocus
        autocomplete="off"
        spellcheck={false}
        value={words}
        onInput={typed((value) => (setWords(value), setAt(0)))}
        onKeyDown={onKeyDown}
      />
      <ul id="commands" role="listbox" aria-label="Found">
        {found.map((command, index) => (
          <li
            key={command.id}
            id={`command-${index}`}
            role="option"
            aria-selected={index === chosen}
            onMouseMove={() => setAt(index)}
            onClick={() => run(command)}
          >
            <span class="title">{command.title}</span> <span class="note">{command.note}</span>
            {command.row && <State row={command.row} />}
          </li>
        ))}
        {found.length === 0 && (
          <li role="option" aria-selected="false" aria-disabled="true">
            No matches
          </li>
        )}
      </ul>
    </dialog>
  )
}

function search(all: readonly Command[], text: string): Command[] {
  const wanted = text.toLowerCase().split(/\s+/).filter(Boolean)
  return all.filter(({ title, note }) => wanted.every((word) => `${title} ${note}`.toLowerCase().includes(word)))
}

function ofThisRun(): Command[] {
  if (!current.value) return []
  const { document, tabs } = current.value
  const { run, name } = document.row
  return [
    ...(document.gate ? [{ id: 'decide', title: 'Decide', note: name, act: () => toDecision(run) }] : []),
    ...tabs.map(({ id, title }) => ({ id: `view ${id}`, title, note: `view of ${name}`, act: () => go(address(run, id)) })),
  ]
}

const ofProject = (): Command[] => [
  { id: 'runs', title: 'All runs', note: 'go there', act: () => go('/') },
  ...Object.entries(forms.value).map(([name, { title }]) => ({
    id: `new ${name}`,
    title: `New: ${title}`,
    note: 'start a run',
    act: () => go(`/new?workflow=${name}`),
  })),
]

const ofRuns = (): Command[] =>
  rows.value.map((row) => ({
    id: row.run,
    title: row.name,
    note: [row.workflow, row.task].filter(Boolean).join(' · '),
    row,
    act: () => go(`/run/${row.run}`),
  }))
