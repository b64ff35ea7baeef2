// Why a run ended: the reason in words, how far it was from success, and what would have brought most.
import type { RunDocument, StopCard } from '../document.ts'
import { Mark, code, endTone } from './parts.tsx'

export function StopCardView({ document: { actions }, stop }: { document: RunDocument; stop: StopCard }) {
  const tone = endTone(stop.status, stop.passed)
  const [status, reason] = [stop.status, stop.reason].map((word) => word.toLowerCase().replaceAll('_', ' '))
  return (
    <section class={`card stop ${tone}`} aria-label="How it ended">
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
      {stop.cheapest.length > 0 && (
        <>
          <h2>{stop.passed ? 'Worth a look' : 'Fix first'}</h2>
          <ul class="cheapest">
            {stop.cheapest.map(({ rule, what, gain }, index) => (
              <li key={index}>
                <span class="grow">{what}</span> <span class="figure quiet">{gain}</span> <code class="quiet">{rule}</code>
              </li>
            ))}
          </ul>
        </>
      )}
      {!actions.again && !actions.apply && <p class="quiet">{code(stop.onward)}</p>}
      <details>
        <summary>As the terminal shows it</summary>
        <pre class="text" tabIndex={0} aria-label="As the terminal shows it">
          {stop.words}
        </pre>
      </details>
    </section>
  )
}
