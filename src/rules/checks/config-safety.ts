// Checks on what a configuration exposes: paths of one machine, and excessive permissions.
import * as z from 'zod'
import type { Finding } from '../../schema/verdict.ts'
import { defineCheck, judge } from '../check.ts'
import { configText } from '../reading/config-lines.ts'
import { unfit } from '../reading/document.ts'
import { plural, quoted } from '../reading/lines.ts'

export const configPortability = hazardCheck({
  kind: 'config.portability',
  summary: 'No path, address or separator works on one machine only.',
  demand: 'names no home folder, mount, Windows drive, backslash path or private network address',
  hazards: () => machineBound,
  expected: 'a relative path, a host name or a variable',
  none: 'no setting is tied to one machine',
  found: ['setting tied to one machine', 'settings tied to one machine'],
})

export const configPermissions = hazardCheck({
  kind: 'config.permissions',
  summary: 'No setting grants more rights than it needs.',
  demand: 'gives no broad rights: nothing world-writable, privileged or run as root, no wildcard policy or origin, certificates verified',
  hazards: () => broadRights,
  expected: 'only the rights that are needed',
  none: 'no setting gives broad rights',
  found: ['setting gives broad rights', 'settings give broad rights'],
})

interface Hazard {
  pattern: RegExp
  message: string
}

const machineBound: readonly Hazard[] = [
  { pattern: /(?:^|[\s"'=:(,])\/(?:home|Users)\/[\w.-]+/, message: "a path into one person's home folder" },
  { pattern: /(?:^|[\s"'=:(,])\/(?:root|mnt|media|Volumes)\/[\w.-]+/, message: 'a path that exists only on some machines' },
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
  { pattern: /\b(?:mode|chmod)\b\D{0,12}0?[0-7]{2}[2367]\b|\b0o?[0-7]?777\b/i, message: 'everyone may write' },
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
    message: 'every origin is allowed',
  },
  { pattern: /\b0\.0\.0\.0\/0\b/, message: 'every address is allowed' },
  {
    pattern: new RegExp(
      `\\b(?:verify_?ssl|ssl_?verify|strict_?ssl|rejectUnauthorized|NODE_TLS_REJECT_UNAUTHORIZED|tls_?verify)${no}|\\b(?:insecure_?skip_?verify|allow_?insecure)${yes}`,
      'i',
    ),
    message: "certificates aren't verified",
  },
  { pattern: /\bGRANT\s+ALL\b|\bSUPERUSER\b|ALL=\(ALL(?::ALL)?\)\s*NOPASSWD/i, message: 'all rights at once' },
]

/** Defines a check that no line of a configuration has one of these hazards. */
function hazardCheck(about: {
  kind: string
  summary: string
  demand: string
  hazards: () => readonly Hazard[]
  expected: string
  none: string
  found: [one: string, many: string]
}) {
  const { kind, summary, demand, hazards, expected, none, found } = about
  return defineCheck({
    kind,
    summary,
    version: '1',
    params: z.strictObject({
      /** Texts that don't count in a line. */
      allow: z.array(z.string().min(1)).default([]),
    }),
    demands: ({ allow }) => `${demand}${allow.length > 0 ? `; lines with ${quoted(allow, 'or')} are left out` : ''}`,
    run({ params: { allow }, artifact }) {
      const refused = unfit(artifact)
      if (refused) return refused
      const problems = configText(artifact)
        .lines.filter(({ text }) => !allow.some((each) => text.includes(each)))
        .flatMap(({ text, line }): Finding[] => {
          const read = text.slice(0, maxLine)
          const quote = read.trim().slice(0, 160)
          return hazards().flatMap(({ pattern, message }) =>
            pattern.test(read) ? [{ message, expected, quote, location: { file: artifact.name, line } }] : [],
          )
        })
      return judge(problems, none, (count) => plural(count, ...found))
    },
  })
}

const maxLine = 2000
