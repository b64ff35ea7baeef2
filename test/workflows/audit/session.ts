// Session folders of the fixtures, and short ways to write sheets and reports in tests.
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { type TaskColumn, type TaskSheet, readTasks, taskColumns } from '../../../src/workflows/audit/tasks.ts'

const fixtures = join(import.meta.dirname, 'fixtures')

export const sessionNames = readdirSync(fixtures, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name)

export function sessionText(name: string): string {
  return readFileSync(join(fixtures, name, 'tasks.csv'), 'utf8')
}

export function sessionReports(name: string): { path: string; text: string }[] {
  const folder = join(fixtures, name, 'artifacts/audit')
  return existsSync(folder)
    ? readdirSync(folder)
        .sort()
        .map((file) => ({ path: `artifacts/audit/${file}`, text: readFileSync(join(folder, file), 'utf8') }))
    : []
}

export type Cells = Partial<Record<TaskColumn, string>> & { id: string }

export function sheetOf(rows: readonly Cells[]): TaskSheet {
  const quote = (value: string) => (/[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value)
  const line = (cells: readonly string[]) => `${cells.map(quote).join(',')}\n`
  return readTasks(
    line(taskColumns) +
      rows
        .map((row) =>
          line(
            taskColumns.map(
              (column) => row[column] ?? (column === 'description' ? `What ${row.id} is for` : column === 'status' ? 'pending' : ''),
            ),
          ),
        )
        .join(''),
  )
}

/** RESEARCH > DESIGN > AUDIT > BUILD, the audit as given. */
export function pipeline(audit: Partial<Cells>): TaskSheet {
  return sheetOf([
    { id: 'RESEARCH-001', role: 'researcher', wave: '1', status: 'completed' },
    { id: 'DESIGN-001', role: 'designer', deps: 'RESEARCH-001', wave: '2', status: 'completed' },
    {
      id: 'AUDIT-001',
      role: 'reviewer',
      pipeline_mode: 'component',
      scope: 'full',
      audit_type: 'final-audit',
      deps: 'DESIGN-001',
      exec_mode: 'csv-wave',
      wave: '3',
      status: 'completed',
      ...audit,
    },
    { id: 'BUILD-001', role: 'implementer', deps: 'AUDIT-001', context_from: 'DESIGN-001;AUDIT-001', wave: '4' },
  ])
}

export interface ReportParts {
  id?: string
  score?: string
  dimensions?: Record<string, string>
  critical?: string[]
  high?: string[]
  medium?: string[]
  low?: string[]
  verdict?: string
}

export function reportText({
  id = 'AUDIT-001',
  score = '8.5',
  dimensions = { Consistency: '8', Accessibility: '9', Completeness: '8', Quality: '9', Industry: '8' },
  critical = [],
  high = [],
  medium = [],
  low = [],
  verdict = 'audit_passed',
}: ReportParts): string {
  const issues = Object.entries({ Critical: critical, High: high, Medium: medium, Low: low }).map(
    ([name, found]) => `### ${name} (${found.length})\n${found.length === 0 ? '(none)' : found.map((each) => `- ${each}`).join('\n')}`,
  )
  return [
    `# Design Audit Report: ${id}`,
    `## Overall Score: ${score}/10`,
    '## Dimension Scores',
    ...Object.entries(dimensions).map(([name, n]) => `- ${name}: ${n}/10`),
    '## Issues Found',
    ...issues,
    '## Recommendations',
    '- See above',
    `## Verdict: ${verdict}`,
    '',
  ].join('\n')
}
