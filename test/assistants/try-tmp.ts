import { startModel } from './model.ts'
const m = await startModel(({ tools, said }) => {
  const tool = tools.find((n) => n.endsWith('history')) 
  const last = said.at(-1)
  if (last?.by === 'tool') { console.error('TOOL RESULT', last.text.length, last.text.slice(0, 1500), '.....', last.text.slice(-300)); return { text: 'done' } }
  return tool ? { call: tool, input: { run: 'tidy-readme', all: true } } : { text: 'no tool' }
})
console.log(m.origin)
