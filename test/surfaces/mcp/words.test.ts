// What an assistant is told: errors and cards in the names of its tools, and whether a tool may reach a model.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import trust from '../../../src/operations/trust.ts'
import { createWorld } from '../../../src/runtime/create-world.ts'
import { type ToolWords, inToolWords } from '../../../src/surfaces/mcp/tool-words.ts'
import { derivedTools, drivingLeadsOut } from '../../../src/surfaces/mcp/tools.ts'
import reflexNew from '../../../src/workflows/reflex/verbs/new.ts'
import { type Project, newProject } from '../../e2e/whet.ts'

const tool = (fields: string[], ...positional: string[]) => ({ fields: new Set(fields), positional: positional.map((name) => ({ name })) })
const words: ToolWords = {
  tools: new Map([
    ['check', tool(['files', 'rules'], 'files')],
    ['design_new', tool(['feature', 'requirements'], 'feature')],
    ['init', tool(['print'])],
    ['list', tool(['status'])],
    ['reflex_new', tool(['task', 'from'], 'task')],
    ['request_decision', tool(['run'], 'run')],
    ['resume', tool(['run'], 'run')],
    ['submit_step', tool(['run'], 'run')],
  ]),
}
const person = ' Anything that begins with `whet` or `--` is for a person to type in a terminal.'

describe('in the names of tools', () => {
  it.each([
    ['`whet list` shows the runs.', '`list` shows the runs.'],
    ['Say which: `whet resume <name>`.', 'Say which: `resume {run}`.'],
    ['`whet resume tidy` goes on.', '`resume {run: "tidy"}` goes on.'],
    ['`whet reflex resume` goes on.', '`resume` goes on.'],
    ['Start: `whet reflex new "<task>"`.', 'Start: `reflex_new {task}`.'],
    ['`whet reflex new --from tidy` starts', '`reflex_new {from: "tidy"}` starts'],
    ['`whet list --status frozen`', '`list {status: "frozen"}`'],
    ['Name both: whet check <files> --rules <file>, or keep them.', 'Name both: `check {files, rules}`, or keep them.'],
    ['`whet reflex --help` says how.', 'the schema of `reflex_new` says how.'],
    ['Next: whet design new lending --requirements <file>', 'Next: `design_new {feature: "lending", requirements}`'],
    ['`whet approve lending` freezes it.', '`request_decision {run: "lending"}` freezes it.'],
    ['Approve it first: whet approve lending.', 'Approve it first: `request_decision {run: "lending"}`.'],
    ['`whet submit tidy plan:1 --reply <file|->`', '`submit_step`'],
    ['Name the rules with --rules <file>.', 'Name the rules with rules.'],
    ['Edit it, or replace it with --force.', 'Edit it.'],
    ['`whet init --force` replaces it.', '`whet init --force` replaces it.' + person],
    ['`whet resume tidy --retry`, or `whet list`.', '`whet resume tidy --retry`, or `list`.' + person],
    ['`whet apply tidy` writes it.', '`whet apply tidy` writes it.' + person],
  ])('%s', (typed, told) => expect(inToolWords(typed, words)).toBe(told))
})

describe('tools that drive a run are open to the world', () => {
  let project: Project
  beforeAll(() => {
    project = newProject()
  })
  afterAll(() => project.remove())
  const leadsOut = async () => {
    const world = createWorld({ cwd: project.root, env: project.env })
    return drivingLeadsOut(world).finally(() => world.close())
  }

  it('not in a project without makers, nor where nobody trusted them', async () => {
    expect(await leadsOut()).toBe(false)
    project.write('whetstone.yaml', 'makers: { default: "command:./maker.sh" }\n')
    expect(await leadsOut()).toBe(false)
  })

  it('where makers are trusted', async () => {
    const world = createWorld({ cwd: project.root, env: project.env })
    await trust.run({} as never, world).finally(() => world.close())
    expect(await leadsOut()).toBe(true)
    project.write('whetstone.yaml', '')
  })

  it('while a run is open that began with a maker of its own, and not with a host', async () => {
    const world = createWorld({ cwd: project.root, env: project.env })
    const draft = { task: 'Write a greeting', draft: true }
    await reflexNew.run({ ...draft, alias: 'hosted', maker: ['host'] } as never, world)
    expect(await leadsOut()).toBe(false)
    project.write('script.yaml', 'replies:\n  - { role: plan, text: plan }\n')
    await reflexNew.run({ ...draft, alias: 'made', maker: ['scripted:script.yaml'] } as never, world)
    expect(await leadsOut()).toBe(true)
    await world.close()
  })

  it('and only those', async () => {
    const { workflows } = createWorld({ cwd: project.root, env: project.env })
    const open = (await derivedTools(workflows, true)).filter(({ annotations }) => annotations.openWorldHint).map(({ name }) => name)
    expect(open.sort()).toEqual(['audit_run', 'design_new', 'reflex_new', 'resume', 'sprint_new'])
  })
})
