// The templates by type of task.
import { apiSpec } from './api-spec.ts'
import { code } from './code.ts'
import { config } from './config.ts'
import { docs } from './docs.ts'
import type { Template } from '../../../rules/template.ts'

export const taskTypes = ['api-spec', 'code', 'docs', 'config', 'other'] as const
export type TaskType = (typeof taskTypes)[number]

/** Any other task starts without rules: its setup asks for all of them. */
const other: Template = { name: 'other', title: 'Other', thresholds: { A: 8000, B: 9000 }, rules: [], settings: [] }

export const templates: Readonly<Record<TaskType, Template>> = { 'api-spec': apiSpec, code, docs, config, other }
