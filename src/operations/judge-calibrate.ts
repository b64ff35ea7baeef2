// whet judge calibrate: measures how well a judge agrees with people and stores that as its passport.
import { extname, relative, resolve } from 'node:path'
import * as z from 'zod'
import { writePassport } from '../adapters/passports.ts'
import { readArtifactFile } from '../adapters/text-file.ts'
import { judgedBy } from '../agents/judge/anchors.ts'
import { judgeTask, readJudgement } from '../agents/judge/judge.ts'
import { type Noise, measureNoise } from '../agents/judge/noise.ts'
import { rubricOf } from '../agents/judge/rubric.ts'
import { type LabelledItem, type Passport, calibrate } from '../learning/calibrate.ts'
import { type Label, readLabels } from '../learning/labels.ts'
import type { AskAgent } from '../kernel/task.ts'
import { sha256 } from '../lib/hash.ts'
import { Fault } from '../schema/fault.ts'
import type { Rule } from '../schema/rule.ts'
import { type Measured, askJudge, judgeFlags, judgedRule, needJudge, nothingSaid } from './judge-asking.ts'
import * as field from './field.ts'
import { defineOperation } from './operation.ts'
import type { World } from './world.ts'

export default defineOperation({
  summary: 'Measure how well a judge agrees with people, and keep the result as its passport',
  input: z.object({
    labels: z.string().meta({ description: 'what people said: CSV or JSONL with text or path, label, rater', value: 'file' }),
    rules: z.string().meta({ description: 'the rules file with the judged rule', value: 'file' }),
    rule: field.text('its id, if the file has several', { value: 'id' }),
    ...judgeFlags,
    reask: z.coerce
      .number()
      .int()
      .min(2)
      .max(100)
      .optional()
      .meta({ description: 'also ask about each one n times and report how often the answer differs', value: 'n' }),
  }),
  personOnly: true, // not for assistants: it spends money, and it concerns the judge of the assistant's own work
  async run(
    { labels: file, rules, rule: id, judge, role, reask },
    world,
  ): Promise<{ passport: Passport; path: string; noise: Noise[] | null; ignored: string[] }> {
    const rule = await judgedRule(world, rules, id)
    const { labels, problems } = readLabels(readArtifactFile(resolve(world.cwd, file), file), extname(file) === '.csv' ? 'csv' : 'jsonl')
    const wanted = labels.filter((label) => label.rule === '' || label.rule === rule.id)
    if (wanted.length === 0)
      throw new Fault('invalid', `${file} has no label for ${rule.id}`, {
        data: { problems },
        fix: problems[0] ?? 'Each line needs text or path, and a label: pass or fail.',
      })
    const measured = await needJudge(world, { judge, role })
    const groups = group(world, wanted)
    const items: LabelledItem[] = []
    const noise: Noise[] = []
    let last = ''
    for (const [text, said] of groups) {
      const outcomes: ('pass' | 'fail' | null)[] = []
      for (let n = 0; n < (reask ?? 1); n++) {
        const said = await verdict(world, measured, rule, text)
        if ('why' in said) last = said.why
        outcomes.push('why' in said ? null : said.outcome)
      }
      items.push({ people: Object.fromEntries(said.map(({ rater, label }) => [rater, label])), judge: outcomes[0] ?? null })
      if (reask) noise.push(measureNoise(outcomes.map((outcome) => outcome ?? 'error')))
      if (items.length % 10 === 0 || items.length === groups.size) world.say(`${items.length} of ${groups.size} judged`)
    }
    if (items.every(({ judge: said }) => said === null)) throw nothingSaid(measured, items.length, last)
    const passport = calibrate(
      { template: await world.template('judge'), rubric: rubricOf(rule), model: measured.identity },
      items,
      world.clock.now(),
    )
    return { passport, path: relative(world.root, writePassport(world.root, passport)), noise: reask ? noise : null, ignored: problems }
  },
  text({ passport: { n, split, undecided, figures, model, passRate }, path, noise, ignored }) {
    const shown = (name: keyof typeof figures, title: string) => {
      const figure = figures[name]
      return `  ${title.padEnd(22)} ${figure ? `${bp(figure.value)}${figure.low === null || figure.high === null ? '' : `  (95%: ${bp(figure.low)} to ${bp(figure.high)})`}` : 'not measurable on these labels'}`
    }
    const differs = noise?.filter(({ differs: share }) => (share ?? 0) > 0).length
    return [
      `Passport of ${model}: ${n} labelled artifacts${split > 0 ? `, ${split} on which people disagreed` : ''}${undecided > 0 ? `, ${undecided} without a usable verdict` : ''}`,
      shown('accuracy', 'accuracy'),
      shown('tpr', 'true positive rate'),
      shown('tnr', 'true negative rate'),
      shown('kappa', "Cohen's kappa"),
      shown('alpha', "Krippendorff's alpha"),
      ...(passRate
        ? [
            `  pass rate              ${bp(passRate.said)} by its own count, ${passRate.corrected === null ? "which can't be corrected" : `${bp(passRate.corrected)} corrected for its errors`} (people: ${bp(passRate.people)})`,
          ]
        : []),
      ...(noise ? [`  noise                  ${differs} of ${noise.length} answered differently when asked again`] : []),
      ...ignored.map((line) => `  ignored: ${line}`),
      `Kept in ${path}; any change of judge, rubric or model needs a new one.`,
    ].join('\n')
  },
})

async function verdict(
  world: World,
  measured: Measured,
  rule: Rule,
  text: string,
): Promise<{ outcome: 'pass' | 'fail' } | { why: string }> {
  const { anchors } = judgedBy(rule)
  const hash = sha256(text)
  const request = { key: `judge:${rule.id}:${hash.slice(0, 8)}`, rule, artifactHash: hash, anchors }
  const answered = async (task: AskAgent) => {
    const reply = await askJudge(world, measured, task, { [hash]: text })
    return 'why' in reply ? { ...reply, valid: false as const } : readJudgement({ replyText: reply.text, artifact: text, anchors })
  }
  const first = await answered(judgeTask(request))
  if (first.valid) return first
  const second = await answered(judgeTask({ ...request, key: `${request.key}#2`, ...('reason' in first && { note: first.reason }) }))
  return second.valid ? second : { why: second.why }
}

/** The same text may have labels from several people. */
function group(world: World, labels: readonly Label[]): Map<string, Label[]> {
  const groups = new Map<string, Label[]>()
  for (const label of labels) {
    const text = label.text ?? readArtifactFile(resolve(world.cwd, label.path ?? ''), label.path ?? '')
    groups.set(text, [...(groups.get(text) ?? []), label])
  }
  return groups
}

const bp = (value: number) => (value / 10_000).toFixed(2)
