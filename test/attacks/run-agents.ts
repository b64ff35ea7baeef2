// npm run agents -- [--combinations 1000] [--from 0] [--seed 1]: how many of so many attacks get a design past `whet verify --require signed`.
import { parseArgs } from 'node:util'
import { attempt, chance, generate, makeAgentScene } from './agent.ts'

const { values } = parseArgs({
  options: {
    combinations: { type: 'string', default: '1000' },
    from: { type: 'string', default: '0' },
    seed: { type: 'string', default: '1' },
  },
})
const [combinations, first, seed] = [Number(values.combinations), Number(values.from), Number(values.seed)]
const scene = await makeAgentScene()
const began = Date.now()
let passed = 0
let claimed = 0
const breached = new Map<string, string>()
try {
  for (let n = first; n < first + combinations; n++) {
    const pick = chance(seed * 1_000_003 + n)
    const { attack, breaches, reachedSigned } = await attempt(scene, generate(pick), pick)
    if (reachedSigned) claimed += 1
    if (breaches.length === 0) continue
    passed += 1
    if (!breached.has(attack)) breached.set(attack, breaches[0]!)
    if (breached.size <= 20) process.stdout.write(`PASSED #${n}: ${attack}\n${breaches[0]}\n`)
  }
} finally {
  scene.remove()
}
process.stdout.write(
  `${combinations} combinations (seed ${seed}), ${claimed} ended with a FROZEN.md that says signed, ${passed} passed verify --require signed; ${Math.round((Date.now() - began) / 1000)} s\n`,
)
process.exitCode = passed === 0 ? 0 : 1
