// What the task itself allows: a person may well ask for tests to change. Read from the task's words, never from the work.

export interface Licence {
  /** The task names this value as the one that is to be. */
  names(literal: string): boolean
  /** The task speaks of this word. */
  mentions(word: string): boolean
  /** The task asks for this file to be changed; to name it as a measure is not to ask that. */
  mayEdit(path: string): boolean
  /** Behaviour is to change, so what tests expect of it changes too. */
  newBehaviour: boolean
  /** Tests are to be edited, moved or rewritten. */
  testEdits: boolean
  removal: boolean
  skips: boolean
}

const tests = '(?:tests?|specs?|test suite|assertions?|expectations?|expected (?:values?|outputs?)|snapshots?|fixtures?|golden(?: files?)?)'
const forbids = new RegExp(
  `\\b(?:do not|don't|never|must not|may not|without|not allowed to)\\b[^.;\\n]{0,50}\\b${tests}\\b|\\bleave\\b[^.;\\n]{0,30}\\b${tests}\\b[^.;\\n]{0,20}\\b(?:alone|unchanged|as)`,
  'i',
)
const edits = new RegExp(
  `\\b(?:updat|adjust|adapt|rewrit|correct|migrat|convert|refactor|renam|mov|split|clean|port|replac|tighten|strengthen|reorgani[sz]|restructur|simplif|dedup|merg|extract|parametri[sz]|regenerat|modernis|moderniz|consolidat|speed)\\w*\\b[^.;\\n]{0,70}\\b${tests}\\b`,
  'i',
)
const alsoData =
  /\b(?:and|in|with|including|updat\w*)\b[^.;\n]{0,40}\b(?:fixtures|golden files?|snapshots|expected (?:values|outputs|results))\b|\b(?:fixtures?|golden files?|snapshots?|expected (?:values|outputs|results))\b[^.;\n]{0,12}\b(?:included|too|as well|alike)\b/i
const wrongTests = new RegExp(
  `\\b${tests}\\b[^.;\\n]{0,60}\\b(?:(?:is|are|was|were)\\s(?:wrong|outdated|incorrect|stale|flaky|obsolete|mistaken|duplicated|redundant)|asserts? the (?:wrong|old))|\\b(?:flaky|outdated|stale|obsolete|wrong|incorrect|duplicate[d]?|redundant)\\b[^.;\\n]{0,30}\\b${tests}\\b`,
  'i',
)
const changes =
  /\bfrom\s[^.;\n]{1,60}\sto\s|\b(?:chang|switch|mov|migrat|convert|rais|lower|increas|decreas|reduc|extend|shorten|bump|round)\w*\b[^.;\n]{0,90}\b(?:to|by|into)\b|\brenam\w*|\breplac\w*\b[^.;\n]{0,80}\b(?:with|by)\b|\bno longer\b|\b(?:is|are|should|must|shall|will)?\s?now\b|\bfrom now on\b|\bnew (?:rule|requirement|default|format|policy|limit|rate|price|behaviour|behavior|contract)\b|\brequirements? (?:has |have )?changed\b|\bdefaults? (?:becomes?|changes?)\b|\bbreaking change\b|\bdeprecat\w*|\bdrop(?:s|ped)? support\b/i
const asksEdit =
  /\b(?:edit|chang|updat|adjust|adapt|format|extend|rewrit|correct|renam|mov|remov|delet|replac|regenerat|add\b[^.;]{0,40}\bto)\w*/i
const measures = /\b(?:satisf|pass|match|pin|accord|conform|fulfil|meet|impl|follow)\w*[^.;]{0,60}$/i
const insteadOf = /\binstead of\b|\brather than\b/i
const bug = /\b(?:bugs?|fix\w*|fail\w*|broken|wrong\w*|incorrect\w*|crash\w*|repair\w*)\b/i
const removal = /\b(?:remov|delet|drop|retir|deprecat|get rid of|eliminat|strip|discontinu|sunset|withdraw)\w*/i
const skips =
  /\b(?:skip|disabl|quarantin|mut)\w*\b[^.;\n]{0,60}\b(?:tests?|specs?|it|them|on windows|on macos|on ci)\b|\btests?\b[^.;\n]{0,60}\b(?:skipped|disabled|quarantined)\b/i

export function readLicence(task: string | undefined): Licence {
  const text = (task ?? '').slice(0, 20_000)
  if (text.trim() === '') return none
  const strict = forbids.test(text)
  const lower = text.toLowerCase()
  const mentions = (word: string) => word.length >= 3 && lower.includes(word.toLowerCase())
  return {
    names: (literal) => !strict && isNewValue(text, literal),
    mentions,
    mayEdit: (path) =>
      !strict &&
      text
        .split(/[.;!?]\s|\n/)
        .some((sentence) =>
          placesOf(sentence, path).some((at) => asksEdit.test(sentence.slice(0, at)) && !measures.test(sentence.slice(0, at))),
        ),
    newBehaviour: !strict && (changes.test(text) || (insteadOf.test(text) && !bug.test(text))),
    testEdits: !strict && (edits.test(text) || alsoData.test(text) || wrongTests.test(text)),
    removal: removal.test(text),
    skips: !strict && skips.test(text),
  }
}

const none: Licence = {
  names: () => false,
  mentions: () => false,
  mayEdit: () => false,
  newBehaviour: false,
  testEdits: false,
  removal: false,
  skips: false,
}

/** In "20 becomes 50" and "50 instead of 20" the value to be is 50; in "a → b" it is b. */
function isNewValue(task: string, literal: string): boolean {
  const value = literal.slice(2)
  if (literal.startsWith('w:') || value === '') return false
  return placesOf(task, value).some(
    (index) =>
      !/(?:\bfrom|\binstead of|\brather than|\bno longer|\bnot|\bwas|\bwere|\bold|\breturns?|\bgives?)\s{1,3}["'`]?$/i.test(
        task.slice(Math.max(0, index - 24), index),
      ),
  )
}

/** Where the value stands as a word of its own. */
function placesOf(text: string, value: string): number[] {
  const found: number[] = []
  const [whole, wanted] = [text.toLowerCase(), value.toLowerCase()]
  for (let at = whole.indexOf(wanted); at >= 0; at = whole.indexOf(wanted, at + 1))
    if (!/[\p{L}\p{N}]/u.test(whole[at - 1] ?? ' ') && !/[\p{L}\p{N}]/u.test(whole[at + wanted.length] ?? ' ')) found.push(at)
  return found
}
