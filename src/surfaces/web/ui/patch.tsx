// A patch as code review shows it, file by file.
import { plural } from './format.ts'
import { Empty } from './parts.tsx'
import { type Line, readPatch } from './patch.ts'

const mostLines = 4000
const signs = { add: '+', del: '−', same: '', gap: '' } as const

export function Patch({ patch, label }: { patch: string; label: string }) {
  const lines = readPatch(patch)
  const count = (kind: Line['kind']) => lines.filter((line) => line.kind === kind).length
  if (lines.length === 0) return <Empty title="No line differs." />
  return (
    <>
      <p class="quiet">
        {count('add') > 0 && <span class="good">+{plural(count('add'), 'line')}</span>}{' '}
        {count('del') > 0 && <span class="bad">−{plural(count('del'), 'line')}</span>}
      </p>
      <div class="diff scroll" tabIndex={0} role="region" aria-label={label}>
        <table>
          <thead class="away">
            <tr>
              <th scope="col">before</th>
              <th scope="col">after</th>
              <th scope="col">what</th>
              <th scope="col">line</th>
            </tr>
          </thead>
          <tbody>
            {lines.slice(0, mostLines).map((line, index) => (
              <tr key={index} class={line.kind}>
                <td class="number">{line.before ?? ''}</td>
                <td class="number">{line.after ?? ''}</td>
                <td class="sign">{signs[line.kind]}</td>
                <td class="what">{line.text}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {lines.length > mostLines && <p class="quiet">The first {mostLines.toLocaleString('en')} lines are shown.</p>}
    </>
  )
}
