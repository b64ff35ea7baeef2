// PreToolUse hook: keeps an assistant from typing in a shell what only a person may decide. It blocks the shortcut; only a signature can't be forged.
import { basename } from 'node:path'
import { readInput, say } from './input.mjs'

const decisions = new Set(['answer', 'approve', 'reject', 'abort', 'trust', 'clean', 'reset'])
/** Programs that run what they are given in quotes. */
const shells = /\b(?:sh|bash|zsh|script|expect|eval|su|python3?|perl|node)\b/
/** `npx -p node@24 -p whetstone whetstone …`, `npm exec whetstone …`: what fetches a package and runs it. */
const installers = /^(?:npx|pnpx|bunx|(?:npm|pnpm|yarn|bun)\s+(?:exec|dlx|x|run)|pnpm|yarn|bun)\s+(?:(?:-p|--package)[\s=]\S+\s+|-\S+\s+)*/
const before = /^(?:\w+=.*|-.*|\d+[smh]?|sudo|env|npx|exec|command|time|timeout|nohup|yes|node)$/

const { tool_name: tool, tool_input: given = {} } = readInput()
const verb = tool === 'Bash' && typeof given.command === 'string' ? decided(given.command) : undefined
if (verb) {
  const reason = `\`whet ${verb}\` is for the user: they run it in their own terminal, or answer when request_decision asks them. Ask; do not decide for them.`
  say({ hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'deny', permissionDecisionReason: reason } })
}

/** The verb of a `whet` call in the command; a mention in text doesn't count. */
function decided(command) {
  for (const part of command.split(shells.test(command) ? /[;&|\n()`'"]+/ : /[;&|\n()`]+/)) {
    const words = part
      .trim()
      .replace(installers, '')
      .split(/[\s'"]+/)
    const at = words.findIndex((word) => !before.test(word))
    if (!/^whet(?:stone)?(?:@[\w.^~-]+|\.m?js|\.cmd)?$/.test(basename(words[at] ?? ''))) continue
    // The second word may follow any workflow's name, also that of a project's own.
    const said = words.slice(at + 1).filter((word) => word && !word.startsWith('-'))
    const verb = said.slice(0, 2).find((word) => decisions.has(word))
    if (verb) return verb
  }
}
