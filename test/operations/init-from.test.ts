// whet init --from: specs of three tools become rules that `whet check` can read, and the hook that asks it is wired.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { initFrom } from '../../src/operations/init-from.ts'
import { parseRules } from '../../src/rules/load.ts'
import { criteriaOf } from '../../src/rules/spec-criteria.ts'

const specKit = `# Feature Specification: Hive Log

**Feature Branch**: \`003-hive-log\`

## User Scenarios & Testing

### User Story 1 - Record an inspection (Priority: P1)
A beekeeper records what they saw.

**Why this priority**: Nothing else works without it.

**Acceptance Scenarios**:
1. **Given** a hive, **When** the beekeeper saves an inspection,
   **Then** the page shows its date.
2. **Given** no network, **When** the beekeeper saves, **Then** it is sent later.

### Edge Cases
- What happens when two beekeepers share a hive?

## Requirements
### Functional Requirements
- **FR-001**: System MUST keep every inspection for 5 years.
- **FR-002**: System MUST export the log as [NEEDS CLARIFICATION: which format?].

## Success Criteria
- **SC-001**: An inspection is recorded in under 2 minutes.
`

const openSpec = `# Lockers Specification

## ADDED Requirements

### Requirement: Day rental
The system SHALL let a swimmer rent a free locker.

#### Scenario: Free locker
- **WHEN** a swimmer pays 2 EUR
- **THEN** the locker opens
- **AND** the display shows it as taken

\`\`\`
#### Scenario: Not a scenario
- **THEN** nothing
\`\`\`

## REMOVED Requirements

### Requirement: Coins

#### Scenario: Coin is stuck
- **THEN** the attendant opens it
`

const kiro = `# Requirements Document

## Requirements

### Requirement 2
**User Story:** As a cook, I want to scale a recipe, so that I order the right amounts.

#### Acceptance Criteria
1. WHEN a cook enters a number of portions THEN the system SHALL scale every ingredient
2. IF the number is below 1 THEN the system SHALL refuse it
`

test.each([
  [
    'spec-kit',
    specKit,
    ['us-1.1', 'us-1.2', 'fr-001', 'fr-002', 'sc-001'],
    'Given a hive, When the beekeeper saves an inspection, Then the page shows its date.',
  ],
  ['OpenSpec', openSpec, ['free-locker'], 'WHEN a swimmer pays 2 EUR THEN the locker opens AND the display shows it as taken'],
  ['Kiro', kiro, ['req-2.1', 'req-2.2'], 'WHEN a cook enters a number of portions THEN the system SHALL scale every ingredient'],
])('%s: every criterion is read with its number and line, and nothing else', (_, text, ids, first) => {
  const criteria = criteriaOf(text)
  expect(criteria.map(({ id }) => id)).toEqual(ids)
  expect(criteria[0]!.text).toBe(first)
  for (const { id, line, text: words } of criteria)
    if (/^[a-z]+-\d/.test(id)) expect(text.split('\n')[line - 1]!.replaceAll('**', '')).toContain(words.slice(0, 20))
})

describe('whet init --from', () => {
  let folder = ''
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'whet-from-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  const read = (path: string) => readFileSync(join(folder, path), 'utf8')

  test.each([
    ['specs/003-hive-log/spec.md', specKit, 'spec-kit'],
    ['openspec/specs/lockers/spec.md', openSpec, 'OpenSpec'],
    ['openspec/changes/add-lockers/specs/lockers/spec.md', openSpec, 'OpenSpec'],
    ['.kiro/specs/recipes/requirements.md', kiro, 'Kiro'],
  ])('%s becomes rules, done: and a Stop hook', async (path, text, format) => {
    write(path, text)
    const { specs, written } = await initFrom('.', folder, {})
    expect(specs).toMatchObject([{ file: path, format, criteria: criteriaOf(text).length }])
    const loaded = await parseRules(read('spec.rules.yaml'), 'spec.rules.yaml')
    if ('problems' in loaded) throw new Error(JSON.stringify(loaded.problems))
    const sentences = loaded.file.rules.filter(({ check }) => typeof check === 'string')
    expect(sentences.map(({ id }) => id)).toEqual(criteriaOf(text).map(({ id }) => id))
    for (const { description, severity } of sentences)
      expect([description, severity]).toEqual([expect.stringContaining("code can't decide it"), 'warn'])
    expect(loaded.file.rules.filter(({ severity }) => severity === 'fail').map(({ id }) => id)).toEqual([
      'nothing-left-open',
      'tasks-are-done',
    ])
    expect(read('whetstone.yaml')).toContain(path)
    expect(JSON.parse(read('.claude/settings.json'))).toMatchObject({ hooks: { Stop: [{ hooks: [{ type: 'command' }] }] } })
    for (const file of written) expect(existsSync(join(folder, file)), file).toBe(true)
    expect(read('.claude/hooks/whet-done.mjs')).toContain("'./whet-input.mjs'")
  })

  test('plans and tasks beside a spec are judged too, and held against it', async () => {
    write('openspec/changes/add-lockers/specs/lockers/spec.md', openSpec)
    write('openspec/changes/add-lockers/tasks.md', '- [ ] 1.1 Open lockers\n')
    write('openspec/changes/archive/2025-01-01-old/specs/old/spec.md', openSpec)
    const { text } = await initFrom('openspec', folder, {})
    expect(read('whetstone.yaml')).toContain('openspec/changes/add-lockers/tasks.md')
    expect(text).toContain('text.faithful')
    expect(text).not.toContain('archive')
  })

  test('criteria of several specs carry the name of theirs', async () => {
    write('.kiro/specs/recipes/requirements.md', kiro)
    write('.kiro/specs/menus/requirements.md', kiro)
    const { text } = await initFrom('.kiro', folder, { print: true })
    for (const id of ['menus.req-2.1', 'recipes.req-2.2']) expect(text).toContain(`id: ${id}`)
    expect(existsSync(join(folder, 'whetstone.yaml'))).toBe(false)
  })

  test('keeps settings and hooks that are there, and writes nothing where it would replace something', async () => {
    write('.kiro/specs/recipes/requirements.md', kiro)
    write('whetstone.yaml', 'design:\n  threshold: 80')
    write('.claude/settings.json', '{"model":"x","hooks":{"Stop":[{"hooks":[]}]}}')
    await initFrom('.', folder, {})
    expect(read('whetstone.yaml')).toMatch(/^design:\n  threshold: 80\ndone:\n/)
    expect(JSON.parse(read('.claude/settings.json'))).toMatchObject({ model: 'x', hooks: { Stop: [{ hooks: [] }, { hooks: [{}] }] } })
    await expect(initFrom('.', folder, {})).rejects.toThrow('already exists')
    const before = read('.claude/settings.json')
    await initFrom('.', folder, { force: true })
    expect(read('.claude/settings.json')).toBe(before)
    write('whetstone.yaml', 'done:\n  rules: mine.yaml\n  files: [a.md]\n')
    await expect(initFrom('.', folder, { force: true })).rejects.toThrow('already says what done means')
  })

  test.each(['nowhere', '.', '..'])('%s without a spec is refused with what is known', async (from) => {
    await expect(initFrom(from, folder, {})).rejects.toMatchObject({ fix: expect.any(String) })
    expect(existsSync(join(folder, '.claude'))).toBe(false)
  })
})
