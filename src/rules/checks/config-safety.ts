// Checks on what a configuration exposes: paths of one machine, and more rights than the job needs.
import * as z from 'zod'
import type { Evidence } from '../../schema/verdict.ts'
import { defineCheck, judge } from '../check.ts'
import type { Artifact, Finding } from '../check.ts'
import { configText } from '../reading/config-lines.ts'
import { unfit } from '../reading/document.ts'
import { plural, quoted } from '../reading/lines.ts'

const params = z.strictObject({
  /** Texts that may stand in a line without it counting. */
  allow: z.array(z.string().min(1)).default([]),
})
const allowed = (allow: string[]) => (allow.length > 0 ? `; lines with ${quoted(allow, 'or')} are left out` : '')

export const configPortability = defineCheck({
  kind: 'config.portability',
  summary: 'No path, address or separator works on one machine only.',
  version: '1',
  params,
  demands: ({ allow }) => `names no home folder, mount, Windows drive, backslash path or private network address${allowed(allow)}`,
  run: ({ params, artifact }) =>
    scan({
      artifact,
      allow: params.allow,
      hazards: machineBound,
      none: 'nothing is bound to one machine',
      expected: 'a relative path, a host name or a variable',
      some: 'setting bound to one machine',
      many: 'settings bound to one machine',
    }),
})

export const configPermissions = defineCheck({
  kind: 'config.permissions',
  summary: 'No setting gives more rights than least privilege allows.',
  version: '1',
  params,
  demands: ({ allow }) =>
    `gives no broad rights: nothing world-writable, privileged or run as root, no wildcard policy or origin, certificates verified${allowed(allow)}`,
  run: ({ params, artifact }) =>
    scan({
      artifact,
      allow: params.allow,
      hazards: broadRights,
      none: 'no setting gives broad rights',
      expected: 'only the rights that are needed',
      some: 'setting gives broad rights',
      many: 'settings give broad rights',
    }),
})

interface Hazard {
  pattern: RegExp
  message: string
}

const machineBound: readonly Hazard[] = [
  { pattern: /(?:^|[\s"'=:(,])\/(?:home|Users)\/[\w.-]+/, message: "a path into one person's home folder" },
  { pattern: /(?:^|[\s"'=:(,])\/(?:root|mnt|media|Volumes)\/[\w.-]+/, message: 'a path that only exists on some machines' },
  { pattern: /(?:^|[\s"'=(,])[A-Za-z]:\\{1,2}[\w.-]/, message: 'a Windows drive' },
  {
    pattern: /\b(?:10\.\d{1,3}|192\.168|172\.(?:1[6-9]|2\d|3[01]))\.\d{1,3}\.\d{1,3}\b(?!\/\d)/,
    message: 'an address inside one private network',
  },
  { pattern: /["'=\s](?:[\w.-]+\\){2}[\w.-]+/, message: 'a path with backslashes' },
]

const yes = String.raw`["']?\s*[:=]\s*["']?(?:true|yes|on)\b`
const no = String.raw`["']?\s*[:=]\s*["']?(?:false|no|off|0)\b`

const broadRights: readonly Hazard[] = [
  { pattern: /\b(?:mode|chmod)\b\D{0,12}0?[0-7]{2}[2367]\b|\b0o?[0-7]?777\b/i, message: 'everybody may write' },
  {
    pattern: new RegExp(`\\b(?:privileged|allowPrivilegeEscalation|hostNetwork|hostPID|hostIPC)${yes}`, 'i'),
    message: 'the container gets the rights of its host',
  },
  { pattern: /\b(?:user|USER)\b["']?\s*[:=]?\s+["']?(?:root|0)["']?\s*$|\brunAsUser["']?\s*:\s*0\b/, message: 'runs as root' },
  { pattern: new RegExp(`\\brunAsNonRoot${no}`, 'i'), message: 'may run as root' },
  { pattern: /\b(?:network_mode|pid|ipc)["']?\s*:\s*["']?host\b/, message: 'shares a namespace with its host' },
  { pattern: /\bSYS_ADMIN\b|\bcap_add\b.{0,20}\bALL\b|^\s*-\s*["']?ALL["']?\s*$/, message: 'broad kernel capabilities' },
  { pattern: /\/var\/run\/docker\.sock/, message: "the container engine's socket gives control over the host" },
  {
    pattern: /["']?(?:Action|Resource|Principal|actions|resources|verbs|apiGroups)["']?\s*[:=]\s*\[?\s*["']\*["']/,
    message: 'a policy that covers everything',
  },
  { pattern: /\bpermissions["']?\s*:\s*["']?write-all\b/, message: 'the token may write everything' },
  {
    pattern: /\b(?:Access-Control-Allow-Origin|allow(?:ed)?_?origins?|origins?|cors_?origins?)["']?\s*[:=]\s*\[?\s*["']?\*/i,
    message: 'every origin is let in',
  },
  { pattern: /\b0\.0\.0\.0\/0\b/, message: 'every address is let in' },
  {
    pattern: new RegExp(
      `\\b(?:verify_?ssl|ssl_?verify|strict_?ssl|rejectUnauthorized|NODE_TLS_REJECT_UNAUTHORIZED|tls_?verify)${no}|\\b(?:insecure_?skip_?verify|allow_?insecure)${yes}`,
      'i',
    ),
    message: 'certificates are not verified',
  },
  { pattern: /\bGRANT\s+ALL\b|\bSUPERUSER\b|ALL=\(ALL(?::ALL)?\)\s*NOPASSWD/i, message: 'all rights at once' },
]

function scan({
  artifact,
  allow,
  hazards,
  expected,
  none,
  some,
  many,
}: {
  artifact: Artifact
  allow: string[]
  hazards: readonly Hazard[]
  expected: string
  none: string
  some: string
  many: string
}): Finding {
  const refused = unfit(artifact)
  if (refused) return refused
  const problems: Evidence[] = []
  for (const line of configText(artifact).lines) {
    if (allow.some((text) => line.text.includes(text))) continue
    const text = line.text.slice(0, maxLine)
    for (const { pattern, message } of hazards) {
      if (pattern.test(text))
        problems.push({ message, expected, quote: text.trim().slice(0, 160), location: { file: artifact.name, line: line.line } })
    }
  }
  return judge(problems, none, (count) => plural(count, some, many))
}

const maxLine = 2000
