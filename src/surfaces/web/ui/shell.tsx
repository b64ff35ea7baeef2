// What stands around every page: the name, the way home, how the line is, light or dark, the keys.
import { signal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { help, onKey } from './keys.ts'
import { Link, go } from './route.tsx'
import { begin, forms, line, project, waiting } from './store.ts'

const themes = ['system', 'light', 'dark'] as const
type Theme = (typeof themes)[number]
const theme = signal<Theme>((localStorage.getItem('whet-theme') as Theme | null) ?? 'system')
const helping = signal(false)

const lineWords = { connecting: 'Connecting…', live: 'Live', lost: 'Lost the server; trying again…', refused: 'Not let in' } as const

export function Shell({ children }: { children: ComponentChildren }) {
  useEffect(() => {
    document.documentElement.dataset['theme'] = theme.value
    localStorage.setItem('whet-theme', theme.value)
  }, [theme.value])
  useEffect(() => {
    const keys = [
      onKey('h', () => go('/')),
      onKey('n', () => Object.keys(forms.value).length > 0 && go('/new')),
      onKey('?', () => (helping.value = true)),
      onKey('t', nextTheme),
    ]
    return () => keys.forEach((off) => off())
  }, [])
  return (
    <>
      <a class="skip" href="#main" onClick={toMain}>
        Skip to the content
      </a>
      <header class="top">
        <Link to="/" class="brand">
          <svg viewBox="0 0 32 32" aria-hidden="true">
            <rect width="32" height="32" rx="7" />
            <path d="M6 21 20.5 6.5l5 5L11 26H6z" />
          </svg>
          <span>Whetstone</span>
        </Link>
        <span class="project">{project.value}</span>
        {waiting.value.length > 0 && (
          <Link to="/" class="waiting-count">
            {waiting.value.length} {waiting.value.length === 1 ? 'waits' : 'wait'}
          </Link>
        )}
        <span class="grow" />
        <span class={`line ${line.value}`} role="status">
          {lineWords[line.value]}
        </span>
        <Link to="/new" class="button small">
          New
        </Link>
        <button class="icon" onClick={nextTheme} aria-label={`Colours: ${theme.value}`} title={`Colours: ${theme.value}`}>
          <svg viewBox="0 0 16 16" aria-hidden="true">
            <circle cx="8" cy="8" r="6" fill="none" stroke="currentColor" stroke-width="1.5" />
            <path d="M8 2a6 6 0 0 1 0 12z" fill="currentColor" />
          </svg>
        </button>
        <button class="icon for-keys" onClick={() => (helping.value = true)} aria-label="Keys: ?">
          ?
        </button>
      </header>
      <main id="main" tabIndex={-1}>
        {line.value === 'refused' ? <NotLetIn /> : children}
      </main>
      {helping.value && <Help />}
    </>
  )
}

function toMain(event: Event): void {
  event.preventDefault()
  document.getElementById('main')?.focus()
}

function nextTheme(): void {
  theme.value = themes[(themes.indexOf(theme.value) + 1) % themes.length] as Theme
}

/** The token is of one start: after another, the address is another. */
function NotLetIn() {
  const box = useRef<HTMLInputElement>(null)
  const open = (event: Event) => {
    event.preventDefault()
    const given = box.current?.value.trim() ?? ''
    line.value = 'connecting'
    void begin(given.split('#').at(-1))
  }
  return (
    <div class="empty">
      <h1>This page has not been let in</h1>
      <p>
        Open the address that <code>whet serve</code> printed when it started. Every start has its own; nothing of your runs is lost.
      </p>
      <form onSubmit={open} class="inline">
        <label>
          Or paste it here <input ref={box} type="text" autocomplete="off" spellcheck={false} />
        </label>
        <button class="primary">Open</button>
      </form>
    </div>
  )
}

function Help() {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog ref={dialog} aria-labelledby="keys-title" onClose={() => (helping.value = false)}>
      <h2 id="keys-title">Keys</h2>
      <dl class="keys">
        {help.map(([key, what]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <form method="dialog">
        <button class="primary">Close</button>
      </form>
    </dialog>
  )
}
