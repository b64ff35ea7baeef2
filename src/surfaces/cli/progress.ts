// What a person sees during a run: one repainted line on a terminal, plain lines elsewhere.
import type { RunState } from '../../kernel/reduce.ts'
import { cutTo } from '../../lib/cells.ts'
import { shownScore } from '../../lib/on-scale.ts'
import type { AnyWorkflow } from '../../operations/definition.ts'
import { paintCard } from '../../report/card.ts'
import { spendingText } from '../../report/spending.ts'
import { waitingIn } from '../../report/waiting.ts'
import type { NewEvent } from '../../schema/event.ts'
import { lookOf, repaint, roomIn, talk } from '../terminal.ts'

export interface Progress {
  say(text: string): void
  onCommit(workflow: AnyWorkflow, run: RunState<unknown>, events: NewEvent[]): void
  /** A maker was asked, with this time limit. */
  onAsk(task: string, limitMs: number): void
  /** A maker's latest words while it works. */
  onHeard(task: string, text: string): void
  end(): void
}

/** With fewer cells than this, a maker's words are useless. */
const leastWords = 20
const seconds = (ms: number) => Math.round(ms / 1000)
const frames = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏']

export function createProgress(stream: NodeJS.WriteStream, { quiet }: { quiet: boolean }): Progress {
  const live = stream.isTTY === true && !process.env['CI']
  const began = Date.now()
  const look = lookOf(stream, began)
  let line = ''
  let spent = ''
  let last = ''
  let step = ''
  let tick = 0
  let timer: NodeJS.Timeout | undefined
  let painted = false
  let waitsUntil: number | null = null
  const asked = new Map<string, { at: number; limitMs: number; said: string }>()
  /** The longest-running maker's. */
  const limit = () => {
    const [first] = [...asked.values()]
    return first && waitsUntil === null ? `  maker ${seconds(Date.now() - first.at)} of ${seconds(first.limitMs)} s` : ''
  }
  const clear = () => {
    if (painted) repaint(stream, null)
    painted = false
  }
  const paint = () => {
    if (!live || !line) return
    painted = true
    const left = waitsUntil === null ? '' : `  waiting for the maker, ${Math.max(0, Math.ceil((waitsUntil - Date.now()) / 1000))} s`
    // If space is short, drop the time limit first, then the cost; the maker's words matter more.
    const all = (...parts: string[]) => `${frames[tick % frames.length]} ${line}${parts.join('')}  ${seconds(Date.now() - began)} s`
    const options = [all(left, limit(), spent), all(left, spent), all(left)]
    const said = [...asked.values()].findLast((each) => each.said !== '')?.said ?? ''
    const fits = (least: number) => options.find((each) => each.length + least <= roomIn(stream))
    const words = said === '' ? undefined : fits(2 + Math.min(leastWords, said.length))
    const shown = words ?? fits(0) ?? all()
    repaint(stream, words ? `${shown}  ${cutTo(said, roomIn(stream) - shown.length - 2)}` : shown)
    tick += 1
  }
  const end = () => {
    clear()
    line = ''
    clearInterval(timer)
    timer = undefined
  }
  return {
    say(text) {
      if (quiet) return
      clear()
      talk(`${paintCard(text, look)}\n`, stream)
      paint()
    },
    onAsk(task, limitMs) {
      asked.set(task, { at: Date.now(), limitMs, said: '' })
    },
    onHeard(task, text) {
      const known = asked.get(task)
      if (known) known.said = text.trimEnd().split('\n').at(-1)?.trim() ?? ''
    },
    onCommit(workflow, run, events) {
      if (quiet) return
      for (const task of asked.keys()) if (!run.open[task]) asked.delete(task)
      waitsUntil =
        waitingIn(run)
          .map(({ until }) => until)
          .find((until) => until !== null) ?? null
      const {
        name,
        step: now,
        iteration,
        maxIterations,
        scale,
        threshold,
        blockers = 0,
        phase,
        budget = [],
        ...stands
      } = workflow.view.summary(run)
      const score = shownScore(stands.score, scale)
      const rose = score === last || last === '' ? '' : Number.parseFloat(score) > Number.parseFloat(last) ? ' ↑' : ' ↓'
      if (events.some(({ type }) => /^(?:evaluation_done|evaluated|decided)$/.test(type))) last = score
      const scored = score && `  ${score}${rose}${threshold === undefined ? '' : ` of ${shownScore(threshold, scale)}`}`
      const barred = blockers > 0 ? `  ${blockers} ${blockers === 1 ? 'blocker' : 'blockers'}` : ''
      spent =
        budget.length > 0 ? `  ${budget.map(({ text }) => text).join(', ')}` : run.usage.calls > 0 ? `  ${spendingText(run.usage)}` : ''
      line = run.outcome ? '' : `${name}  ${now}  ${iteration}/${maxIterations}${phase ? ` ${phase}` : ''}${scored}${barred}`
      if (!live && now !== step && iteration > 0 && !run.outcome) talk(`${now}\n`, stream)
      step = now
      if (live && line && !timer) {
        timer = setInterval(paint, 120)
        timer.unref()
      }
      if (line) paint()
      else end()
    },
    end,
  }
}
