// Why a run ended: the reason in words, and how far it was from passing.
import type { RunDocument, StopCard } from '../document.ts'
import { Mark, Pre, code, endTone } from './parts.tsx'

export function StopCardView({ document: { actions }, stop }: { document: RunDocument; stop: StopCard }) {
  const tone = endTone(stop.status, stop.passed)
  const [status, reason] = [stop.status, stop.reason].map((word) => word.toLowerCase().replaceAll('_', ' '))
  return (
    <section class={`card stop ${tone}`} aria-label="How it ended" tabIndex={-1}>
      <div class="row wrap">
        <Mark tone={tone}>{status}</Mark>
        {reason !== status && <strong>{reason}</strong>}
      </div>
      {stop.because && <p class="because">{stop.because}</p>}
      {stop.distance.length > 0 && (
        <dl class="figures">
          {stop.distance.map(({ name, value }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd class={value.length > 40 ? 'hash' : ''}>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {!actions.again && !actions.apply && <p class="quiet">{code(stop.onward)}</p>}
      <details>
        <summary>As the terminal shows it</summary>
        <Pre label="As the terminal shows it">{stop.words}</Pre>
      </details>
    </section>
  )
}
