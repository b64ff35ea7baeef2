// What the task itself allows: a person may well ask for tests to change. Read from the task's words, never from the work.

export interface Licence {
  /** The task names this value as the one that is to be. */
  names(literal: string): boolean
  /** The task speaks of this word. */
  mentions(word: string): boolean
  /** The same, and no word before it in its sentence denies it: "do not use -short". */
  wants(word: string): boolean
  /** "GO111MODULES -> GO111MODULE", "replace a with b": the literal is another one under the new name. */
  renames(literal: string, other: string): boolean
  /** The task asks for this file to be changed; to name it as a measure is not to ask that. */
  mayEdit(path: string): boolean
  /** The task asks for this to be left out of a check. */
  leavesOut(item: string): boolean
  /** What these words are about is to behave otherwise, or its tests are to be edited, and the work did change. */
  changes(words: Iterable<string>): boolean
  /** The work changed, as the task asks, and tests may follow. */
  followed: boolean
  /** Behaviour is to change, so what tests expect of it changes too. */
  newBehaviour: boolean
  /** Something new is asked for, not a repair: what tests expect of code that changed may change with it. */
  extends: boolean
  /** Tests are to be edited, moved or rewritten. */
  testEdits: boolean
  /** Tests are to be put in another form: to update them is not to ask that. */
  rewrites: boolean
  /** Tests are to tell the time otherwise. */
  retimes: boolean
  /** The task tells this value as what is wrong today. */
  denies(literal: string): boolean
  removal: boolean
  /** The task asks for what these words are about to be taken away. */
  removes(words: Iterable<string>): boolean
  /** Errors may go by without a word, or with an answer that the task gives them. */
  tolerates: boolean
  /** What the task says word for word, in quotes. */
  quoted: readonly string[]
  /** Tests that these words are about are to be skipped. */
  skips(words: Iterable<string>): boolean
  /** The task names these among the tests to be skipped; what follows as a reason names none. */
  namesSkipped(words: Iterable<string>): boolean
  /** Tests are to be switched off or taken away, and nothing but the reason may say which. */
  skipsTests: boolean
}

const tests = '(?:tests?|specs?|test suite|assertions?|expectations?|expected (?:values?|outputs?)|snapshots?|fixtures?|golden(?: files?)?)'
const forbids = new RegExp(
  `\\b(?:do not|don't|never|must not|may not|without|not allowed to)\\b(?! (?:us|rely|depend|assum|requir)\\w*\\b)[^.;\\n]{0,50}\\b${tests}\\b|\\bleave\\b[^.;\\n]{0,30}\\b${tests}\\b[^.;\\n]{0,20}\\b(?:alone|unchanged|as)`,
  'i',
)
const edits = new RegExp(
  `\\b(?:(?:don't|do not|stop|avoid|no longer) (?:us|rely|depend|assum|requir)|switch|updat|adjust|adapt|rewrit|correct|migrat|convert|refactor|renam|mov|split|clean|port|replac|tighten|strengthen|reorgani[sz]|restructur|simplif|dedup|merg|extract|parametri[sz]|regenerat|modernis|moderniz|consolidat|speed|mend|bring)\\w*\\b[^.;\\n]{0,70}\\b${tests}\\b|\\bfix\\w* (?:the |its |their )?(?:tests?'?s? )?(?:expectations?|expected \\w+|fixtures?|snapshots?)\\b|\\bchang\\w*(?:[^.;\\n]{0,60}\\band)?(?: the| its| their| all)? ${tests}\\b|\\b${tests}\\b[^.;\\n]{0,20}\\b(?:ha(?:s|ve)|needs?|must|should|will|may) (?:to )?(?:follow|change|be (?:updated|adapted|adjusted|regenerated|rewritten))\\b`,
  'i',
)
const alsoData =
  /\b(?:and|in|with|including|updat\w*)\b[^.;\n]{0,40}\b(?:fixtures|golden files?|snapshots|expected (?:values|outputs|results))\b|\b(?:fixtures?|golden files?|snapshots?|expected (?:values|outputs|results))\b[^.;\n]{0,12}\b(?:included|too|as well|alike)\b/i
const wrongTests = new RegExp(
  `\\b${tests}\\b[^.;\\n]{0,60}\\b(?:(?:is|are|was|were)\\s(?:wrong|outdated|incorrect|stale|flaky|obsolete|mistaken|duplicated|redundant)|(?:asserts?|states?|expects?|says?|has|holds?) the (?:wrong|old))|\\b(?:flaky|outdated|stale|obsolete|wrong|incorrect|duplicate[d]?|redundant)\\b[^.;\\n]{0,30}\\b${tests}\\b`,
  'i',
)
const changes =
  /\bfrom\s[^.;\n]{1,60}\sto\s|\b(?:chang|switch|mov|migrat|convert|rais|lower|increas|decreas|reduc|extend|shorten|bump|round)\w*\b[^.;\n]{0,90}\b(?:to|by|into)\b|\brenam\w*|\breplac\w*\b[^.;\n]{0,80}\b(?:with|by)\b|\bno longer\b|(?<!\b(?:right|just|until|till|by|for) )\bnow\b|\b(?:from|as of|starting|since) (?:now|today|next|januar|februar|march|april|may|june|july|august|septemb|octob|novemb|decemb|20\d\d)|\bnew (?:rule|requirement|default|format|policy|limit|rate|price|behaviour|behavior|contract)\b|\brequirements? (?:has |have )?changed\b|\bdefaults? (?:becomes?|changes?)\b|\bbreaking change\b|\bdeprecat\w*|\bdrop(?:s|ped)? support\b/i
const asksEdit =
  /\b(?:edit|chang|updat|adjust|adapt|format|extend|rewrit|correct|renam|mov|remov|delet|replac|regenerat|mend|bring|add\b[^.;]{0,40}\bto)\w*/i
/** "The test in a.test.js still states the old rule, so update it too": the file first, then what is to be done with it. */
const asksIt = /\b(?:updat|chang|adjust|adapt|correct|mend|rewrit)\w*\s(?:it|them|that|those)\b/i
const leaves = /\b(?:exclud|ignor|omit|leav\w* out|disabl|suppress|silenc|allow|permit|relax|drop|(?:switch|turn)\w* off)\w*/i
/** "src/gen counts. Exclude that folder." */
const leavesThat = /\b(?:exclud|ignor|omit|leav)\w* (?:that|this|it|them|these|those)\b/i
const measures = /\b(?:satisf|pass|match|pin|accord|conform|fulfil|meet|impl|follow)\w*[^.;]{0,60}$/i
const insteadOf = /\binstead\b(?: of\b|[,.;)]| and\b|$)|\brather than\b/i
const bug = /\b(?:bugs?|fix\w*|fail\w*|broken|wrong\w*|incorrect\w*|crash\w*|repair\w*)\b/i
const removal =
  /\b(?:remov|delet|drop|retir|deprecat|tak(?:e|es|ing) (?:it |them )?out|get rid of|eliminat|strip|discontinu|sunset|withdraw)\w*/i
const skips =
  /\b(?:skip|disabl|quarantin|mut)\w*\b[^.;\n]{0,60}\b(?:tests?|specs?|it|them|on windows|on macos|on ci)\b|\btests?\b[^.;\n]{0,60}\b(?:skipped|disabled|quarantined)\b/i
/** "Skip the network tests", "remove failing unit tests", "ignore StackTest": the tests themselves are what goes. */
const skipsTests = new RegExp(
  `(?<!\\b(?:stop|longer|not|never|of|than|without|n't) )\\b(?:skip|disabl|deactivat|quarantin|mut|ignor|xfail|kill|remov|delet|drop|comment)(?:e|(?:p?ing))?(?: out)?(?: (?!(?:with|and|from|for|in|to|of|so|that|when|where|if|by|on|as|until|its|their)\\b)[\\w'/-]+){0,4}? [\\w.-]*tests?(?!-|s?ed\\b|[ -](?:helper|runner|framework|depend|flag|mode|file))[\\w.]*`,
  'i',
)

const tolerates =
  /\b(?:ignor|skip|swallow|tolera|silent|suppress|discard|optional|fallback|default|continu|best[ -]effort|fall\w* back)\w*|\b(?:null|none|nil|undefined|false|empty|nothing)\b|\b(?:instead of|without|rather than|not|never|don't) (?:throw|rais|crash|fail|panic|abort|stop)\w*/i

/** What tests are written with: to move from one to another is to rewrite the tests. */
const tools =
  /\b(?:mocha|chai|sinon|jest|vitest|jasmine|karma|enzyme|testing[- ]library|node:test|node:assert|junit|testng|hamcrest|assertj|mockito|unittest|pytest|nose|rspec|minitest|testify|ginkgo|gomega|rstest|fake timers|(?:table|data)[- ](?:driven|tests?)|shared (?:examples|contexts?)|parametri[sz]ed?|test (?:helpers?|builders?))\b/i
const reshapes =
  /\b(?:clean|tid(?:y|ied)|mov(?:e|ing)|migrat|port|convert|switch|rewrit|extract|split|merg|group|renam|refactor|restructur|reorgani[sz]|dedup|parametri[sz]|replac|use\b|using|make|turn|drop|fold|collaps|consolidat|simplif|shar)\w*/i

const refactors =
  /\b(?:clean|tid(?:y|ied)|port|migrat|extract|refactor|restructur|reorgani[sz]|dedup|parametri[sz]|split|merg|consolidat)\w*/i
const anyTests = new RegExp(`\\b${tests}\\b`, 'i')

const measured = new RegExp(
  `\\b${tests}\\b[^.;\\n]{0,40}\\b(?:fails|is failing|is red|is broken)|\\b(?:so|so that|until|make|get)\\b[^.;\\n]{0,40}\\b${tests}\\b[^.;\\n]{0,20}\\bpass`,
  'i',
)

/**
 * `worked`: whether the work itself changed; where it did not, nothing it does can have changed what tests expect.
 * `tested`: what the project's tests and their files are called.
 */
export function readLicence(task: string | undefined, worked: boolean, tested: readonly string[] = []): Licence {
  // A name such as `disable-failing-tests` says the same as its words.
  const text = (task ?? '').slice(0, 20_000).replace(/^[\w.]+(?:-[\w.]+)+$/gm, (name) => name.replaceAll('-', ' '))
  const strict = text.trim() === '' || forbids.test(text)
  const sentences = text.split(/[.;!?]\s|\n/)
  // The dot in a file's name ends no sentence, and a test's name stands for a test.
  const plain = (sentence: string) => sentence.replace(/\.(?=\w)/g, '_').replace(/\b(?:Test[A-Z]\w*|test_\w+|\w+Tests?)\b/g, 'test')
  const is = (sentence: string, ...said: RegExp[]) => said.some((one) => one.test(plain(sentence)))
  const asksNew = (sentence: string) => is(sentence, changes) || (is(sentence, insteadOf) && !bug.test(text))
  const asksEdits = (sentence: string) => is(sentence, edits, alsoData, wrongTests)
  const isTest = (sentence: string) => tools.test(sentence) || tested.some((name) => placesOf(sentence, name).length > 0)
  const isReshaped = (sentence: string) =>
    (is(sentence, reshapes) && isTest(sentence)) || (is(sentence, refactors) && is(sentence, anyTests))
  const restructures = sentences.some((sentence) => isReshaped(sentence) && !is(sentence, measured))
  const told = !strict && asksEdits(text)
  const testEdits = told || (!strict && restructures)
  // Where a test that fails is what is to pass, the tests say what is asked for.
  const newBehaviour = !strict && asksNew(text) && (told || !is(text, measured))
  // "Adjust the tests for …" asks for no other work.
  const followed = (newBehaviour || told) && (worked || is(text, wrongTests) || asksEdits(sentences[0] ?? ''))
  // Where the task says what is to change, tests may follow in that; "update the tests" goes with all it says.
  const isNamed = sentences.some(asksNew)
  const topics = topicsOf(sentences.filter((sentence) => !isNamed || asksNew(sentence) || asksEdits(sentence)).join(' '))
  // "Fax is no longer sold. Remove the channel and all that belongs to it.": what it is about stands before.
  const pointsBack = (sentence = '') => removal.test(sentence) && /\b(?:it|them|its|their|th(?:is|at|ese|ose|e))\b/i.test(sentence)
  const removed = topicsOf(sentences.filter((sentence, at) => removal.test(sentence) || pointsBack(sentences[at + 1])).join(' '))
  const renamed = [...text.matchAll(/["'`]?([^\s"'`]{3,})["'`]? (?:->|=>|→|to|with|by) ["'`]?([^\s"'`]{3,}?)["'`]?(?=[\s.,;]|$)/g)].map(
    ([, from = '', to = '']) => [from, to] as const,
  )
  const skipped = topicsOf(sentences.flatMap((one) => (skips.test(one) ? [one] : (skipsTests.exec(one)?.[0] ?? []))).join(' '))
  return {
    names: (literal) => !strict && isNewValue(text, literal),
    mentions: (word) => word.length >= 3 && text.toLowerCase().includes(word.toLowerCase()),
    wants: (word) => word.length >= 3 && sentences.some((said) => isWanted(said.toLowerCase(), word.toLowerCase())),
    renames: (literal, other) => !strict && renamed.some(([from, to]) => literal.includes(from) && literal.replaceAll(from, to) === other),
    mayEdit: (path) =>
      !strict &&
      sentences.some((sentence) =>
        placesOf(sentence, path).some(
          (at) => (asksEdit.test(sentence.slice(0, at)) && !measures.test(sentence.slice(0, at))) || asksIt.test(sentence.slice(at)),
        ),
      ),
    leavesOut: (item) => {
      const folder = item.replace(/\/?\*.*$/, '') || item
      const isPointed = placesOf(text, folder).length > 0 && sentences.some((sentence) => leavesThat.test(sentence))
      return (
        !strict && (isPointed || sentences.some((sentence) => placesOf(sentence, folder).some((at) => leaves.test(sentence.slice(0, at)))))
      )
    },
    changes: (words) => followed && isAbout(words, topics),
    followed,
    newBehaviour,
    extends: !strict && worked && !bug.test(text) && !/\b(?:tests?|suite|build|ci)\b[^.;\n]{0,40}\b(?:pass|green|red)\b/i.test(text),
    testEdits,
    rewrites: !strict && restructures,
    retimes: !strict && /\b(?:sleep\w*|clocks?|timers?)\b/i.test(text) && (testEdits || /\bflaky\b/i.test(text)),
    denies: (literal) => !strict && worked && isWrongToday(sentences, literal),
    removal: removal.test(text),
    removes: (words) => !strict && worked && isAbout(words, removed),
    tolerates: text.trim() === '' || tolerates.test(text),
    quoted: [...text.matchAll(/"([^"\n]{4,})"|`([^`\n]{4,})`|“([^”\n]{4,})”/g)].map(([, ...said]) => said.join('')),
    skips: (words) => !strict && isAbout(words, skipped),
    namesSkipped: (words) => !strict && isAbout(words, topicsOf(sentences.flatMap((one) => skipsTests.exec(one)?.[0] ?? []).join(' '))),
    skipsTests: !strict && skipsTests.test(text),
  }
}

/** Words that every task about tests has. */
const commonplace =
  'test spec suite case assert expectation expected fixture snapshot golden file value result output input update change convert adjust adapt make give let use add remove keep skip disable accordingly new old now must should shall will from into with without the and for its their this that them all every each any where when which what long instead rather than code failing flaky broken unbuildable slow unstable document function method call return src lib app'

/** The stems of what a text is about. */
function topicsOf(text: string): Set<string> {
  const usual = new Set(stemsOf([commonplace]))
  return new Set(stemsOf([text]).filter((stem) => !usual.has(stem)))
}

function isAbout(words: Iterable<string>, topics: ReadonlySet<string>): boolean {
  return stemsOf(words).some((stem) => topics.has(stem))
}

export function sharesStem(one: string, other: string): boolean {
  const stems = new Set(stemsOf([one]))
  return stemsOf([other]).some((stem) => stems.has(stem))
}

function stemsOf(words: Iterable<string>): string[] {
  const found: string[] = []
  for (const word of words)
    for (const piece of word
      .replace(/(\p{Ll})(\p{Lu})|(\p{Lu})(?=\p{Lu}\p{Ll})/gu, '$1$3 $2')
      .toLowerCase()
      .match(/\p{L}{3,}/gu) ?? [])
      found.push(piece.replace(/(?<=\p{L}{3})(?:ings?|ers?|ed|es|s|e|ly)$/u, ''))
  return found
}

/** In "20 becomes 50" and "50 instead of 20" the value to be is 50; in "a → b" it is b. */
function isNewValue(task: string, literal: string): boolean {
  const value = literal.slice(2)
  if (literal.startsWith('w:') || value === '') return false
  return (literal.startsWith('n:') ? numbersOf(task, Number(value)) : placesOf(task, value)).some((index) => {
    const before = task.slice(Math.max(0, index - 80), index)
    const old = /(?:\bfrom|\binstead of|\brather than|\bno longer|\bnot|\bwas|\bwere|\bold|\breturns?|\bgives?)\s{1,3}["'`]?$/i
    return !old.test(before) || /\bbut\b[^;\n]*$/i.test(before)
  })
}

/** "Closing twice throws `NoSuchFileException`": what the work does and should not. */
function isWrongToday(sentences: readonly string[], literal: string): boolean {
  const value = literal.slice(2)
  return (
    value.length > 3 &&
    sentences.some((sentence) =>
      placesOf(sentence, value).some((at) => {
        const before = sentence.slice(0, at)
        return (
          /\b(?:throws?|raises?|returns?|gives?|prints?|shows?|says?)\s[^,]{0,20}$/i.test(before) &&
          !/\b(?:should|must|shall|has to|have to|needs? to|so that|expect\w*|then)\b/i.test(before)
        )
      }),
    )
  )
}

/** Where the number stands, in whatever form: `1e-6`, `1,000`. */
const numbersOf = (text: string, value: number): number[] =>
  [...text.matchAll(/(?<![\p{L}\d.])\d[\d,_]*(?:\.\d+)?(?:e[-+]?\d+)?(?![\p{L}\d])/giu)].flatMap(({ 0: form, index }) =>
    Number(form.replace(/[,_]/g, '')) === Math.abs(value) ? [index] : [],
  )

/** Where the value stands as a word of its own. */
function placesOf(text: string, value: string): number[] {
  const found: number[] = []
  const [whole, wanted] = [text.toLowerCase(), value.toLowerCase()]
  for (let at = whole.indexOf(wanted); at >= 0; at = whole.indexOf(wanted, at + 1))
    if (!/[\p{L}\p{N}]/u.test(whole[at - 1] ?? ' ') && !/[\p{L}\p{N}]/u.test(whole[at + wanted.length] ?? ' ')) found.push(at)
  return found
}

function isWanted(said: string, word: string): boolean {
  const at = said.indexOf(word)
  return at >= 0 && !/\b(?:not|never|no|without|avoid|instead of|rather than)\b|n['’]t\b/.test(said.slice(0, at))
}
