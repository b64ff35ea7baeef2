// Asks the person in charge through the client they sit at. If the client can't ask, nothing is decided.
import {
  CLIENT_CAPABILITIES_META_KEY,
  type CallToolResult,
  type InputRequiredResult,
  type McpServer,
  type RequestStateCodec,
  type ServerContext,
  acceptedContent,
  inputRequired,
  inputResponse,
} from '@modelcontextprotocol/server'
import * as z from 'zod'
import type { Gate } from '../../kernel/task.ts'
import { inert } from '../../lib/inert.ts'
import answerGate from '../../operations/answer.ts'
import { gateText } from '../../operations/decisions.ts'
import { findRun, loadRun } from '../../operations/runs.ts'
import { pickRun } from '../../operations/show.ts'
import type { Person, World } from '../../operations/world.ts'
import type { Json } from '../../schema/event.ts'
import { Fault } from '../../schema/fault.ts'
import { reported } from './report.ts'
import { answer } from './result.ts'
import type { ToolWords } from './tool-words.ts'
import { type OpenWorld, plain, within, writing } from './tools.ts'

/** What a question was about; comes back signed, so that an answer counts only for its question. */
export interface Asked {
  run: string
  gate: string
  hash: string | null
}

/** A form isn't a page: the choices must still be visible. */
const mostAbout = 12_000
const mostFacts = 60

const Said = z.object({ choice: z.string().max(100), phrase: z.string().max(1000).optional(), details: z.string().max(20_000).optional() })
type Said = z.infer<typeof Said>

export function registerDecision(server: McpServer, openWorld: OpenWorld, codec: RequestStateCodec<Asked>, leadsOut: boolean): void {
  server.registerTool(
    'request_decision',
    {
      description:
        "Put the open question of a run to the person in charge. You can only ask; if this client can't ask its user, it says where they decide.",
      inputSchema: plain(
        z.strictObject({ run: z.string().max(300).optional().meta({ description: 'id or name; default: the active one' }) }),
      ),
      annotations: writing(leadsOut),
    },
    ({ run }, context) =>
      within<CallToolResult | InputRequiredResult>(openWorld, context, (world) =>
        decide(server, { ...world, tools: openWorld.tools }, codec, run, context),
      ),
  )
}

async function decide(
  server: McpServer,
  world: World & ToolWords,
  codec: RequestStateCodec<Asked>,
  wanted: string | undefined,
  context: ServerContext,
): Promise<CallToolResult | InputRequiredResult> {
  const { run, definition } = await findRun(world, wanted ?? (await pickRun(world)))
  const state = await loadRun(world, run, definition)
  const next = definition.next(state.state)
  const { name } = definition.view.summary(state)
  if (!('ask' in next)) return answer({ run, name, gate: null }, `${name} isn't waiting for a decision.`)
  const gate = next.ask
  const about: Asked = { run, gate: gate.key, hash: gate.decides?.hash ?? null }
  const reply = inputResponse(context.mcpReq.inputResponses, 'decision')
  if (reply.kind !== 'elicit') {
    if (!canAsk(server, context)) throw elsewhere(gate, name)
    return inputRequired({
      inputRequests: { decision: inputRequired.elicit(form(gate, name, definition.view.card(state))) },
      requestState: await codec.mint(about, context),
    })
  }
  const asked = context.mcpReq.requestState<Asked>()
  if (asked?.run !== about.run || asked.gate !== about.gate || asked.hash !== about.hash)
    throw new Fault('conflict', `${name} now asks something else; nothing was decided`, { fix: 'Request the decision again.' })
  const said = acceptedContent(context.mcpReq.inputResponses, 'decision', Said)
  if (reply.action !== 'accept' || !said)
    return answer(
      { run, name, decided: null },
      `The person did not decide; ${name} keeps waiting. Do not ask again unless they want you to. Tell them what they can type in a terminal, now or later:\n${gateText(gate, name)}`,
    )
  return reported(await answerGate.run(spoken(gate, run, said), { ...world, person: typed(said.phrase ?? '') }), world)
}

/** Attested choices compare this with the phrase; it is never filled in here. */
function typed(phrase: string): Person {
  const nobody = () =>
    Promise.reject(new Fault('needs_person', 'this needs a person at a terminal', { fix: '`whet inbox` shows what waits.' }))
  return { text: async () => phrase, confirm: nobody, choose: nobody, show: () => {} }
}

function spoken(gate: Gate, run: string, { choice, details = '' }: Said): Parameters<typeof answerGate.run>[0] {
  const chosen = gate.choices.find(({ name }) => name === choice)
  if (chosen?.needsText && details.trim() === '')
    throw new Fault('usage', `"${choice}" needs ${chosen.needsText}; nothing was decided`, {
      fix: 'Request the decision again so that the person can say it.',
    })
  return { run, choice, ...(details.trim() && { text: details }) }
}

function form(gate: Gate, name: string, card: string): Parameters<typeof inputRequired.elicit>[0] {
  const attested = gate.choices.filter((choice) => choice.attested).map((choice) => choice.name)
  const needing = gate.choices.filter(({ needsText }) => needsText).map((choice) => `${choice.name}: ${choice.needsText}`)
  const phrase = gate.decides?.phrase
  const about = inert([`${name}: ${gate.question}`, '', ...(card ? [card, ''] : []), ...facts(gate, card)].join('\n'))
  const choices = inert(
    [
      ...gate.choices.map((choice) => `${choice.name}: ${choice.means}`),
      ...(attested.length > 0 && phrase ? ['', `To ${attested.join(' or ')}, type these words: ${phrase}`] : []),
    ].join('\n'),
  )
  return {
    message: `${beginning(about, name)}\n\n${choices}`,
    requestedSchema: {
      type: 'object',
      properties: {
        choice: { type: 'string', title: 'Your decision', enum: gate.choices.map((choice) => choice.name) },
        ...(attested.length > 0 && { phrase: { type: 'string', title: `The words, to ${attested.join(' or ')}`, maxLength: 1000 } }),
        details: {
          type: 'string',
          title: 'Details',
          description: needing.length > 0 ? `needed for ${needing.join('; ')}` : 'a reason, or JSON if the choice needs it',
          maxLength: 20_000,
        },
      },
      required: ['choice'],
    },
  }
}

/** Says if only a part is shown, and where the rest is. */
function beginning(about: string, name: string): string {
  if (about.length <= mostAbout) return about
  const end = about.lastIndexOf('\n', mostAbout)
  const left = about.slice(end + 1).split('\n').length
  return `${about.slice(0, end)}\n\nThere are ${left} more lines. \`whet show ${name}\` in a terminal and the dashboard (\`whet serve\`) show them.`
}

/** What is decided, one line per item, lists by each entry's own name. Omits what the card says. */
function facts(gate: Gate, card: string): string[] {
  return Object.entries(gate.facts as Record<string, Json>)
    .filter(([name, value]) => !name.startsWith('all_') && !marks(value).every((mark) => card.includes(mark)))
    .flatMap(([name, value]) => {
      if (!Array.isArray(value)) return [`${name}: ${oneLine(value)}`]
      return [
        `${name}:`,
        ...value.slice(0, mostFacts).map((entry) => `  ${oneLine(entry)}`),
        ...(value.length > mostFacts ? [`  … and ${value.length - mostFacts} more`] : []),
      ]
    })
}

/** The text by which a card would show it; empty for empty values. */
function marks(value: Json): string[] {
  if (typeof value !== 'object' || value === null) return [String(value).slice(0, 40)]
  if (Array.isArray(value)) return value.flatMap(marks)
  return value['id'] !== undefined || value['ruleId'] !== undefined
    ? marks(value['id'] ?? value['ruleId'] ?? null)
    : Object.values(value).flatMap((inner) => marks(inner as Json))
}

function oneLine(value: Json): string {
  return words(value).replace(/\s+/g, ' ').slice(0, 300)
}

function words(value: Json): string {
  if (typeof value !== 'object' || value === null) return String(value)
  if (Array.isArray(value)) return value.map(words).join(', ')
  const { id, ruleId = id, ...rest } = value
  return [
    ...(ruleId === undefined ? [] : [`${words(ruleId)}:`]),
    Object.entries(rest)
      .map(([name, inner]) => `${name} ${words(inner as Json)}`)
      .join(', '),
  ].join(' ')
}

/** From this request's envelope or the start of the connection; a connection without state can't ask anyone. */
function canAsk(server: McpServer, context: ServerContext): boolean {
  const envelope = context.mcpReq.envelope as Record<string, unknown> | undefined
  const capabilities = (envelope?.[CLIENT_CAPABILITIES_META_KEY] ?? server.server.getClientCapabilities()) as
    { elicitation?: { form?: object; url?: object } } | undefined
  const elicitation = capabilities?.elicitation
  return elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined)
}

function elsewhere(gate: Gate, name: string): Fault {
  return new Fault('needs_person', `${name} waits for a person, but this client can't ask its user; nothing was decided`, {
    fix: `The person decides in a terminal or in the dashboard (\`whet serve\`):\n${gateText(gate, name)}`,
    data: { gate: gate.key, choices: gate.choices.map((choice) => choice.name) },
  })
}
