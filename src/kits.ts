// Every workflow with what the verbs that work on any run need to know about it.
import { auditKit } from './kits/audit.ts'
import { designKit } from './kits/design.ts'
import { reflexKit } from './kits/reflex.ts'
import type { Kit } from './operations/world.ts'

export const kits: Readonly<Record<string, Kit>> = { reflex: reflexKit, design: designKit, audit: auditKit }
