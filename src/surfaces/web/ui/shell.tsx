// The frame of every page: name, home link, connection state, light or dark, shortcuts.
import { signal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { Dialog } from './dialog.tsx'
import { keepFocus } from './focus.ts'
import { help, useKeys } from './keys.ts'
import { Palette } from './palette.tsx'
import { Mark } from './parts.tsx'
import { Link, go } from './route.tsx'
import { begin, forms, line, loaded, project, waiting } from './store.ts'

const themes = ['system', 'light', 'dark'] as const
type Theme = (typeof themes)[number]
const theme = signal<Theme>((localStorage.getItem('whet-theme') as Theme | null) ?? 'system')
const helping = signal(false)

const lineWords = {
  connecting: 'Connecting…',
  live: 'Live',
  lost: 'Lost the connection to the server; trying again…',
  refused: 'Sign in',
} as const

const lineTones = { connecting: 'rest', live: 'good', lost: 'bad', refused: 'bad' } as const

const commands = [
  { id: 'theme', title: 'Light or dark', note: 'change colours', act: nextTheme },
  { id: 'keys', title: 'Keys', note: 'show all of them', act: () => (helping.value = true) },
]

export function Shell({ children }: { children: ComponentChildren }) {
  useEffect(() => {
    document.documentElement.dataset['theme'] = theme.value
    localStorage.setItem('whet-theme', theme.value)
  }, [theme.value])
  useKeys({
    h: () => go('/'),
    n: () => void (Object.keys(forms.value).length > 0 && go('/new')),
    '?': () => void (helping.value = true),
    t: nextTheme,
  })
  useEffect(keepFocus, [])
  const isOut = line.value === 'refused'
  return (
    <>
      <a class="skip away" href="#main" onClick={toMain}>
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
          <Link to="/" class="bare">
            <Mark tone="wait">{waiting.value.length} waiting</Mark>
          </Link>
        )}
        <span class="grow" />
        <span role="status" class={line.value === 'live' || line.value === 'connecting' ? 'for-desk' : undefined}>
          <Mark tone={lineTones[line.value]}>{lineWords[line.value]}</Mark>
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
        {isOut && <SignIn isFirst={!loaded.value} />}
        {(!isOut || loaded.value) && children}
      </main>
      {helping.value && <Help />}
      <Palette more={commands} />
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

/** The token belongs to one server start. A page opened before stays readable and asks for the new URL. */
function SignIn({ isFirst }: { isFirst: boolean }) {
  const box = useRef<HTMLInputElement>(null)
  const open = () => {
    const given = box.current?.value.trim().split('#').at(-1) ?? ''
    if (given === '') return
    line.value = 'connecting'
    void begin(given)
  }
  return (
    <section class="card sign-in" aria-labelledby="sign-in-title">
      <h1 id="sign-in-title">{isFirst ? 'Sign in' : 'The server was restarted'}</h1>
      <p>
        {isFirst ? 'Open' : 'This page shows the state before the restart. To continue, open'} the address that <code>whet serve</code>{' '}
        printed
        {isFirst ? '' : ' this time'}, or paste it here. Your runs are unchanged.
      </p>
      <form class="inline" onSubmit={(event) => (event.preventDefault(), open())}>
        <input
          ref={box}
          type="text"
          aria-label="Address that whet serve printed"
          placeholder="http://127.0.0.1:…/#…"
          autocomplete="off"
          spellcheck={false}
          onPaste={() => setTimeout(open)}
        />
        <button class="primary">Sign in</button>
      </form>
    </section>
  )
}

function Help() {
  return (
    <Dialog title="Keys" onClose={() => (helping.value = false)}>
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
    </Dialog>
  )
}
