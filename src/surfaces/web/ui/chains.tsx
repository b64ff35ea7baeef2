// Chains of audits: the worst open one first, with its rounds, reason and findings; only what blocked is marked.
import type { Chain } from '../document.ts'
import { address } from './address.ts'
import { Empty, Mark } from './parts.tsx'
import { Link } from './route.tsx'

export function Chains({ chains, run }: { chains: readonly Chain[]; run: string }) {
  if (chains.length === 0) return <Empty title="The session has no audits." />
  return (
    <ol class="chains">
      {chains.map((chain, index) => (
        <li key={chain.id} class="card">
          <details open={index === 0 || chain.tone === 'bad'}>
            <summary>
              <strong>{chain.title}</strong>
              <Mark tone={chain.tone}>{chain.state}</Mark>
              <span class="grow" />
              <Rounds rounds={chain.rounds} />
            </summary>
            {chain.why.map((why, at) => (
              <p key={at}>{why}</p>
            ))}
            <ul class="chain-findings">
              {chain.findings.map(({ severity, text, where, blocks }, at) => (
                <li key={at}>
                  <Mark tone={blocks ? 'bad' : 'rest'}>{blocks ? `${severity}, blocks` : severity}</Mark> {text}{' '}
                  <code class="quiet">{where}</code>
                </li>
              ))}
            </ul>
            {chain.at !== undefined && (
              <p class="links">
                <Link to={address(run, 'work', `?at=${chain.at}&show=artifact`)}>Read the decision</Link>
                <Link to={address(run, 'timeline', `?at=${chain.at}`)}>Its scores</Link>
              </p>
            )}
          </details>
        </li>
      ))}
    </ol>
  )
}

function Rounds({ rounds }: { rounds: Chain['rounds'] }) {
  return (
    <span class="rounds">
      {rounds.map(({ id, score, tone }, index) => (
        <>
          {index > 0 && <span aria-hidden="true">→</span>}
          <span class={`figure ${tone}`} title={id}>
            {score || '?'}
          </span>
        </>
      ))}
      <span class="quiet">of 10</span>
    </span>
  )
}
