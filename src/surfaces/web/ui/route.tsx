// The URL is the page's state, so that every view can be linked, reloaded and returned to.
import { signal } from '@preact/signals'
import type { ComponentChildren } from 'preact'

export interface Place {
  path: string
  query: URLSearchParams
}

const read = (): Place => ({ path: location.pathname, query: new URLSearchParams(location.search) })

export const place = signal<Place>(read())

addEventListener('popstate', () => (place.value = read()))

export function go(to: string, { replace = false } = {}): void {
  const before = location.pathname
  history[replace ? 'replaceState' : 'pushState'](null, '', to)
  place.value = read()
  if (location.pathname !== before) scrollTo(0, 0)
}

/** The same URL with part of its query changed; null removes a parameter. */
export function withQuery(changes: Record<string, string | number | null>): string {
  const query = new URLSearchParams(place.value.query)
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) query.delete(name)
    else query.set(name, String(value))
  }
  const text = query.toString()
  return place.value.path + (text ? `?${text}` : '')
}

export interface LinkProps {
  to: string
  children: ComponentChildren
  class?: string
  current?: boolean
  label?: string
  replace?: boolean
  /** Decorative: the same is available elsewhere. */
  silent?: boolean
}

export function Link({ to, children, class: name, current, label, replace = false, silent = false }: LinkProps) {
  const follow = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    go(to, { replace })
  }
  return (
    <a
      href={to}
      class={name}
      aria-current={current ? 'page' : undefined}
      aria-label={label}
      onClick={follow}
      {...(silent && { tabIndex: -1, 'aria-hidden': 'true' as const })}
    >
      {children}
    </a>
  )
}
