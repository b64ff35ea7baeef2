// Lessons told to a whole loop, sprint and design through the command line: whoever makes reads those it was given and no other, the journal and the tables say which.
import { cpSync, existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, describe, expect, it } from 'vitest'
import { booking, weaker } from '../workflows/design/project.ts'
import { type Project, newProject } from './whet.ts'

const cleaning: (() => unknown)[] = []
afterEach(() => {
  for (const clean of cleaning.splice(0).reverse()) clean()
})

const example = (name: string) => new URL(`../../examples/${name}/`, import.meta.url).pathname
const advice = Array.from({ length: 8 }, (_, n) => `Remember rule number ${n} of this project.`)

interface Told {
  applications?: Applied[]
}

interface Applied {
  lesson: string
  arm: string
}

/** Keeps every prompt it reads. */
const noting = "fs.appendFileSync(process.env.HOME + '/prompts.txt', prompt + '\\n=====\\n');"
const prompts = (at: Project) => readFileSync(join(at.env['HOME'] as string, 'prompts.txt'), 'utf8').split('\n=====\n')

const runs: Record<string, { begin(at: Project): string[]; makes: RegExp }> = {
  reflex: {
    begin: (at) => {
      cpSync(example('reflex-readme'), at.root, { recursive: true })
      at.program('maker', `${noting} console.log(prompt.startsWith('PLAN') ? '{"plan":["a","b","c"]}' : '# tidy\\n\\nSorts files.\\n')`)
      return ['reflex', 'new', 'Write the README', '--criteria', 'criteria.yaml', '--maker', 'command:maker', '--calls', '30']
    },
    makes: /Write the README/,
  },
  design: {
    begin: (at) => {
      at.write('requirements.md', booking.text)
      at.program('maker', `${noting} process.stdout.write(${JSON.stringify(JSON.stringify(weaker(1)))})`)
      return [
        'design',
        'new',
        'table-booking',
        '--requirements',
        'requirements.md',
        '--threshold',
        '95',
        '--maker',
        'command:maker',
        '--calls',
        '3',
      ]
    },
    makes: /./,
  },
  sprint: {
    begin: (at) => {
      cpSync(example('sprint-landing'), at.root, { recursive: true })
      at.program(
        'maker',
        `${noting} process.stdout.write(require('node:child_process').execFileSync(process.execPath, [${JSON.stringify(`${example('sprint-landing')}builder.mjs`)}], { input: prompt }))`,
      )
      const page = ['--page', 'site', '--copy', 'copy.json', '--tokens', 'tokens.json']
      return ['sprint', 'new', 'brief.md', ...page, '--maker', 'command:maker', '--calls', '30']
    },
    makes: /Files as they are:/,
  },
}

describe('a lesson in trial', () => {
  it.each(Object.entries(runs))('is told to whoever makes in a %s, unless it is held out', async (workflow, { begin, makes }) => {
    const at = newProject()
    cleaning.push(() => at.remove())
    const line = begin(at)
    at.write('STYLE.md', advice.map((sentence) => `- ${sentence}\n`).join(''))
    const added = await at.json<{ added: string[] }>(['lessons', 'import', 'STYLE.md', '--for', workflow])
    expect(added.added).toHaveLength(advice.length)
    expect((await at.json(['lessons', 'import', 'STYLE.md', '--for', 'audit'])).error?.message).toContain('get no lessons')
    await at.whet(line)
    const run = readdirSync(join(at.root, '.whetstone/runs')).find((name) => name !== 'lessons') as string
    const [begun] = at.journal(run).flatMap(({ events }) => events)
    const input = begun?.data['input'] as { told?: Told; settings?: { told?: Told } }
    const { applications = [] } = input.told ?? input.settings?.told ?? {}
    expect(applications).toHaveLength(5)
    const lessons = (await at.json<{ lessons: { id: string; text: string }[] }>(['lessons', 'list'])).lessons
    const textOf = (id: string) => lessons.find((lesson) => lesson.id === id)?.text as string
    const given = applications.filter(({ arm }) => arm === 'treated').map(({ lesson }) => textOf(lesson))
    const read = prompts(at).filter((prompt) => makes.test(prompt) && prompt.includes('IMPORTANT GUIDELINES:'))
    expect(read.length).toBeGreaterThan(0)
    for (const prompt of read) expect(advice.filter((sentence) => prompt.includes(sentence)).sort()).toEqual(given.sort())
    // The tables know it once the run is over.
    await at.whet(['stop', run])
    await at.whet(['lessons', 'analyse'])
    const path = join(at.env['HOME'] as string, '.local/share/whetstone/learning.db')
    expect(existsSync(path)).toBe(true)
    const database = new DatabaseSync(path, { readOnly: true })
    const rows = database.prepare('select enhancement_id as lesson, arm from enhancement_applications where work_order_id = ?').all(run)
    database.close()
    const sorted = (all: readonly unknown[]) => (all as Applied[]).map(({ lesson, arm }) => `${lesson} ${arm}`).sort()
    expect(sorted(rows)).toEqual(sorted(applications))
  })
})
