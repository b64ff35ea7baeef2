// What a run is about: its name, the request, its limits, its maker and judge.
import { builtinName } from '../../../report/story.ts'
import type { RunDocument } from '../document.ts'
import { plural } from './format.ts'
import { Mark, Pairs, Pre } from './parts.tsx'
import { Link } from './route.tsx'

const tones = { 'must hold': 'bad', 'lowers the score': 'wait', 'is noted': 'rest' } as const

export function About({ document: { row, about, foreign } }: { document: RunDocument }) {
  const { task, criteria, makers } = about
  const isJudge = ({ role }: { role: string }) => role.startsWith('judge')
  const asked = makers.filter(({ calls }) => calls > 0)
  const isMade = asked.some((each) => !isJudge(each))
  // Shows makers that were asked; before that, those that are named, without the built-in stand-in.
  const names = (of: typeof makers) => {
    const did = of.filter(({ calls }) => calls > 0)
    const named = did.length > 0 || row.stage === 'ended' ? did : of.filter(({ name }) => name !== builtinName)
    return [...new Set(named.map(({ name }) => name))].slice(0, 3).join(', ')
  }
  const [made, judges] = [names(makers.filter((each) => !isJudge(each))), names(makers.filter(isJudge))]
  const who = [
    foreign && 'written by another tool, read only',
    made && `${isMade ? '' : 'to be '}made by ${made}`,
    !foreign && `judged by ${judges ? `code and ${judges}` : 'code'}`,
    criteria.length > 0 && plural(criteria.length, 'criterion', 'criteria'),
  ].filter(Boolean)
  return (
    <header class="about">
      <p class="crumbs">
        <Link to="/">Runs</Link> / {row.workflow}
        {row.parent && (
          <>
            {' '}
            / <Link to={`/run/${row.parent}`}>{row.parent}</Link>
          </>
        )}
      </p>
      <h1>{row.name}</h1>
      <details class="task">
        <summary>
          <span class="clamp">{row.task || "The request isn't recorded."}</span>
          <span class="quiet who">{who.join(' · ')}</span>
        </summary>
        <div class="task-full">
          {task && (
            <section>
              <h2>Asked for</h2>
              <Pre label="The request">{task.trim()}</Pre>
            </section>
          )}
          {criteria.length > 0 && (
            <section>
              <h2>Held to</h2>
              <ul class="criteria">
                {criteria.map(({ id, says, counts }) => (
                  <li key={id}>
                    <Mark tone={tones[counts]}>{counts}</Mark> {says} <code class="quiet">{id}</code>
                  </li>
                ))}
              </ul>
            </section>
          )}
          {makers.length > 0 && (
            <section>
              <h2>By</h2>
              <Pairs pairs={makers.map(({ role, name, calls }) => [role, `${name}, ${calls > 0 ? plural(calls, 'call') : 'not asked'}`])} />
            </section>
          )}
        </div>
      </details>
    </header>
  )
}
