// Why a run ended: the rule that ended it, how far it was from success, and what would have brought most.
import type { StopCard } from '../document.ts'
import { Mark, code, endTone } from './parts.tsx'
import { Link } from './route.tsx'
import { address } from './address.ts'

export function StopCardView({ run, stop }: { run: string; stop: StopCard }) {
  const tone = endTone(stop.status, stop.passed)
  return (
    <section class={`card stop ${tone}`} aria-label="How it ended">
      <div class="row wrap">
        <Mark tone={tone}>{stop.status.toLowerCase()}</Mark>
        <strong>{stop.reason.replaceAll('_', ' ')}</strong>
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
          <h2>{stop.passed ? 'Worth a look' : 'Cheapest to fix'}</h2>
          <ul class="cheapest">
            {stop.cheapest.map(({ rule, what, gain }, index) => (
              <li key={index}>
                <Link to={address(run, 'findings')}>
                  <code>{rule}</code>
                </Link>
                <span class="figure quiet">{gain}</span>
                <span>{what}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      <p>
        <span class="quiet">Next:</span> {code(stop.onward)}
      </p>
      <details>
        <summary>The card in words</summary>
        <pre class="text" tabIndex={0} aria-label="The card in words">
          {stop.words}
        </pre>
      </details>
    </section>
  )
}
