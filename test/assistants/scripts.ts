// What the model does: as a maker it answers the step it is shown; as a host it starts a run, asks for decisions, reads steps whole and hands them in.
import type { Act, Script } from './model.ts'
import type { Asked } from './wires.ts'
import { criteria, finished, replies } from '../surfaces/mcp/loop.ts'

export { criteria, finished }

/** Answers by the step's heading; whatever else an assistant asks its model on the side gets a word. */
export function asMaker(intent: string): Script {
  return ({ said, tools }) => {
    const prompt = said
      .filter(({ by }) => by === 'user')
      .map(({ text }) => text)
      .join('\n')
    const role = [...prompt.matchAll(/^(PLAN|PRODUCE|CRITIQUE|REFINE) \| run /gm)].at(-1)?.[1]?.toLowerCase()
    const reply = role ? replies[role] : prompt.includes('You design the feature') ? intent : undefined
    if (reply === undefined) return { text: '{}' }
    if (said.at(-1)?.by === 'tool') return { text: 'Done.' }
    return tools.includes('StructuredOutput') ? { call: 'StructuredOutput', input: JSON.parse(reply) as object } : { text: reply }
  }
}

export interface Hosting {
  script: Script
  /** What the tools answered, as the model saw it. */
  answers: string[]
  ended(): boolean
}

/** Drives one run over MCP. `person` is called where a person decides in a terminal, and says whether they did. */
export function asHost(
  start: { tool: string; input: object; run: string },
  reply: (role: string) => string,
  person: () => Promise<boolean>,
): Hosting {
  const answers: string[] = []
  let calls = 0
  let prompt = ''
  let step: { task: string; role: string; parts: number; part: number } | undefined
  let over = false
  const next = async (): Promise<{ tool: string; input: object } | null> => {
    const last = answers.at(-1) ?? ''
    if (calls === 0) return start
    const found = /Perform task (\S+) \(([\w-]+)\)/.exec(last)
    if (found) {
      step = { task: found[1] as string, role: found[2] as string, parts: Number(/part 1 of (\d+)/.exec(last)?.[1] ?? 1), part: 1 }
      prompt = last
    } else if (step && /part \d+ of \d+/.test(last)) prompt += last
    if (step && step.part < step.parts) {
      step.part += 1
      return { tool: 'next_step', input: { run: start.run, task: step.task, part: step.part } }
    }
    if (step) {
      const { task, role } = step
      step = undefined
      return { tool: 'submit_step', input: { run: start.run, task, reply: reply(role) } }
    }
    if (/request_decision asks them|\bat\W+gate/.test(last)) return { tool: 'request_decision', input: { run: start.run } }
    if (/waits for a person|did not decide/.test(last)) {
      if (await person()) return { tool: 'next_step', input: { run: start.run } }
    }
    over = true
    return null
  }
  const script: Script = async ({ tools, said }: Asked): Promise<Act> => {
    const name = (tool: string) => tools.find((each) => each.endsWith(`_${tool}`) || each.endsWith(`:${tool}`))
    const searching = tools.includes('ToolSearch')
    if (!name(start.tool) && !searching && calls === 0) return { text: 'ok' } // asked on the side
    if (over) return { text: 'Done.' }
    const results = said.filter(({ by, text }) => by === 'tool' && !/^Tool loaded|tool_reference/.test(text)).map(({ text }) => text)
    if (calls > 0 && results.length > 0) answers.push(results.at(-1) as string)
    const wanted = await next()
    if (wanted === null) return { text: 'Done.' }
    const tool = name(wanted.tool)
    if (tool === undefined) {
      if (!searching) return { text: `there is no tool ${wanted.tool}` }
      answers.pop()
      return {
        call: 'ToolSearch',
        input: {
          query: `select:${['reflex_new', 'design_new', 'request_decision', 'next_step', 'submit_step'].map((each) => `mcp__whetstone__${each}`).join(',')}`,
          max_results: 10,
        },
      }
    }
    calls += 1
    return { call: tool, input: wanted.input }
  }
  return { script, answers, ended: () => over }
}
