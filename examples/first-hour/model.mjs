// A chatty model on loopback: it talks around its JSON, fences it, is busy once in the middle, and takes its time with the first REFINE.
import { createServer } from 'node:http'

const fence = '```'
const script = `${fence}sh file=tidy.sh\n#!/bin/sh\nls -1 | sort\n${fence}\n`
const drafted = `# tidy\n\nLists what is here.\n\n## Usage\n\nRun it.\n\n${script}`
const finished = `# tidy\n\nLists what is here.\n\n## Install\n\nCopy tidy.sh.\n\n## Usage\n\nRun it.\n\n${script}`
const chatter = (value) => `Certainly! Here is what you asked for:\n\n${fence}json\n${JSON.stringify(value, null, 2)}\n${fence}\n\nAnything else?`
const replies = {
  PLAN: chatter({ plan: ['Name the tool', 'Say how to install it', 'Say how to use it'] }),
  PRODUCE: drafted,
  CRITIQUE: chatter({
    issues: [{ rule_id: 'a.completeness.sections', problem: 'There is no Install section.', fix_instruction: 'Add one before Usage.', expected_effect: 'Both sections are there.' }],
  }),
  REFINE: finished,
}
const asked = { CRITIQUE: 0, REFINE: 0 }

const server = createServer(async (request, response) => {
  let body = ''
  for await (const chunk of request) body += chunk
  const { model, messages } = JSON.parse(body)
  const prompt = messages.map(({ content }) => (typeof content === 'string' ? content : content.map(({ text }) => text).join(''))).join('\n')
  const step = /^([A-Z]+) \| run /m.exec(prompt)?.[1]
  asked[step] = (asked[step] ?? 0) + 1
  const send = (status, value, headers = {}) => response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value))
  if (step === 'CRITIQUE' && asked.CRITIQUE === 1) return send(429, { error: { message: 'Too many requests' } }, { 'retry-after': '1' })
  if (step === 'REFINE' && asked.REFINE === 1) return process.stdout.write('REFINE was asked\n') // and is never answered
  send(200, {
    id: 'chat-1', object: 'chat.completion', created: 1, model,
    choices: [{ index: 0, message: { role: 'assistant', content: replies[step] ?? 'Hm.' }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 100, completion_tokens: 50, total_tokens: 150 },
  })
})
server.listen(0, '127.0.0.1', () => process.stdout.write(`http://127.0.0.1:${server.address().port}/v1\n`))
