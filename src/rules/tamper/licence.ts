// What the task itself allows: a person may well ask for tests to change. Read from the task's orders, never from the work.
import { stem } from '../../lib/english/stem.ts'
import { type Kind, type Order, isDenied, readOrders, sentencesOf } from './orders.ts'
import { isNewValue, placesOf } from './wanted.ts'

export interface Licence {
  /** The task names this value as the one that is to be. */
  names(literal: string): boolean
  mentions(word: string): boolean
  /** The same, and no word before it in its sentence denies it: "do not use -short". */
  wants(word: string): boolean
  /** The task asks for this file to be changed; to name it as a measure is not to ask that. */
  mayEdit(path: string): boolean
  /** The task asks for this to be left out of a check. */
  leavesOut(item: string): boolean
  /** Expectations may follow, and the task speaks of these words. */
  changes(words: Iterable<string>): boolean
  /** The same, in a sentence that says what was before or speaks of the tests. */
  contrasts(words: Iterable<string>): boolean
  /** Expectations may follow the work: it changed, and the task neither mends a fault nor lets the tests say what is right; or tests are to be edited. */
  follows: boolean
  /** The task asks for a limit on these words to let more through: one from above, or from below. */
  loosens(isMost: boolean, words: Iterable<string>): boolean
  /** The task says what is otherwise from now on. */
  newBehaviour: boolean
  /** The task says what this test does, or names what it expects: it was written for the task, and tells whether that was done. */
  isAhead(title: string, gone: readonly string[]): boolean
  /** Something is to come on top of what there is, which stays. */
  adds: boolean
  testEdits: boolean
  /** Tests are to be put in another form: to update them is not to ask that. */
  rewrites: boolean
  removal: boolean
  /** The task asks for what these words are about to be taken away. */
  removes(words: Iterable<string>): boolean
  /** Errors may go by without a word, or with an answer that the task gives them. */
  tolerates: boolean
  quoted: readonly string[]
  /** Tests that these words are about are to be skipped. */
  skips(words: Iterable<string>): boolean
  /** Tests are to be switched off or taken away, and nothing but the reason may say which. */
  skipsTests: boolean
  /** The task asks for the test of this title to go. */
  dropsTest(title: string): boolean
}

const bareTitle = (title: string) => title.replace(/^["'`\s]+|["'`\s]+$/g, '')

const tests = '(?:tests?|specs?|test suite|assertions?|expectations?|expected (?:values?|outputs?)|snapshots?|fixtures?|golden(?: files?)?)'
const anyTests = new RegExp(`\\b${tests}\\b`, 'i')
/** Not "adapt the code to the tests". */
const theTests = new RegExp(`(?<!\\b(?:to|by|against|like|than|per)(?: \\w+){0,2} )\\b${tests}\\b`, 'i')
const testData = /\b(?:fixtures?|golden files?|snapshots?|expected (?:values|outputs|results))\b/i
/** Data that is made anew, or that the work is to live up to, is not to change. */
const makesOrMeets = /^(?:add|creat|cover|writ|read|match|pass|check|test|compar|keep|leav|satisf|meet|make|stay|remain)/i
const wrongTests = new RegExp(
  `\\b${tests}\\b[^.;\\n]{0,60}\\b(?:(?:is|are|was|were)\\s(?:wrong|outdated|incorrect|stale|flaky|obsolete|mistaken|duplicated|redundant)|(?:asserts?|states?|expects?|says?|ha[sd]|have|holds?) the (?:wrong|old))|\\b(?:flaky|outdated|stale|obsolete|wrong|incorrect|duplicate[d]?|redundant)\\b[^.;\\n]{0,30}\\b${tests}\\b`,
  'i',
)
/** What is said to be otherwise from now on, without a verb that orders it. */
const becomes =
  /\bfrom\s[^.;\n]{1,60}\sto\s|\bno longer\b|\bnot\b[^.;\n]{0,80}\bany ?more\b|(?<!\b(?:right|just|until|till|by|for) )\bnow\b|\b(?:from|as of|starting|since) (?:now|today|next|januar|februar|march|april|may|june|july|august|septemb|octob|novemb|decemb|20\d\d)|\bnew (?:rule|requirement|default|format|policy|limit|rate|price|behaviour|behavior|contract)\b|\brequirements? (?:has |have )?changed\b|\bdefaults? (?:becomes?|changes?)\b|\bbreaking change\b|\bdeprecat\w*|\bdrop(?:s|ped)? support\b/i
const measures = /\b(?:satisf|pass|match|pin|accord|conform|fulfil|meet|impl|follow)\w*[^.;]{0,60}$/i
const insteadOf = /\binstead\b(?: of\b|[,.;)]| and\b|$)|\brather than\b/i
const bug = /\b(?:bugs?|fix(?!ture)\w*|fail\w*|broken|wrong\w*|incorrect\w*|crash\w*|repair\w*)\b/i
/** "… the network tests", "… failing unit tests", "… StackTest" as what goes. */
const headTests =
  /^(?: out)?(?: (?!(?:with|and|from|for|in|to|of|so|that|when|where|if|by|on|as|until|its|their)\b)[\w'/-]+){0,4}? [\w.-]*tests?(?!-|s?ed\b|[ -](?:helper|runner|framework|depend|flag|mode|file))[\w.]*/i
const tolerated = stemsIn(
  'ignore skip swallow tolerate silently suppress discard optional fallback default continue effort catch isolate survive recover graceful robust log warn null none nil undefined false empty nothing',
)
const takingAway = stemsIn(
  'remove delete drop retire deprecate eliminate strip discontinue sunset withdraw rid away obsolete unused dead ditch scrap',
)
const leavingOut = stemsIn('exclude ignore omit disable suppress silence allow permit relax drop skip off out')
/** What a checker does with what it is told to look at. */
const passedOver = /\b(?:not|never|no longer)(?: \w+)? (?:appl|look|count|check|cover|lint|complain|report|measur|concern|includ)/i
const pointing = /\b(?:it|them|th(?:is|at|ese|ose)|the (?:rule|folder|file|check|warning)s?)\b/i
/** What tests are written with: to move from one to another is to rewrite the tests. */
const tools =
  /\b(?:mocha|chai|sinon|jest|vitest|jasmine|karma|ava|tape|enzyme|testing[- ]library|node:test|node:assert|junit|testng|hamcrest|assertj|mockito|unittest|pytest|nose|rspec|minitest|testify|ginkgo|gomega|rstest|fake timers|(?:table|data)[- ](?:driven|tests?)|shared (?:examples|contexts?)|parametri[sz]ed?|test (?:helpers?|builders?)|property[- ](?:based|tests?)|fast-check|hypothesis|proptest|quickcheck|jqwik)\b/i

/** A test that fails is what is to pass: the tests say what is asked for. */
const measured = new RegExp(
  `\\b${tests}\\b[^.;\\n]{0,40}\\b(?:fails?|failing|pass|red|green|broken)\\b|\\b(?:so|so that|until|make|get)\\b[^.;\\n]{0,40}\\b${tests}\\b[^.;\\n]{0,20}\\bpass|\\b${tests}\\b(?: \\S+){0,3} (?:already )?(?:(?:check|demand|describe|show|require|want)s?|(?:is|are) there|verif(?:y|ies))\\b`,
  'i',
)

/**
 * `worked`: whether the work itself changed; where it did not, nothing it does can have changed what tests expect.
 * `tested`: what the project's tests and their files are called.
 */
export function readLicence(task: string | undefined, worked: boolean, tested: readonly string[] = []): Licence {
  // A name such as `disable-failing-tests` says the same as its words.
  const text = (task ?? '').slice(0, 20_000).replace(/^[\w.]+(?:-[\w.]+)+$/gm, (name) => name.replaceAll('-', ' '))
  const sentences = sentencesOf(text)
  const orders = readOrders(text)
  // A test's name stands for a test.
  const titles = tested.filter((name) => name.includes(' ') && text.includes(name))
  const plain = (words: string) =>
    titles
      .reduce((all, title) => all.replaceAll(title, 'test'), words)
      .replace(/\.(?=\w)/g, '_')
      .replace(/\b(?:Test[A-Z]\w*|test_\w+|\w+Tests?)\b/g, 'test')
  const is = (words: string, ...said: RegExp[]) => said.some((one) => one.test(plain(words)))
  const wanted = (...kinds: Kind[]) => orders.filter((one) => !one.denied && kinds.some((kind) => one.kinds.has(kind)))
  const objectOf = ({ object, subject }: Order) =>
    /\w/.test(object) && !/\b(?:be|been|is|are|to) $/.test(subject) ? object : subject + object
  const isForbidden = (one: Order) => one.denied && one.kinds.has('touch') && is(objectOf(one), anyTests)
  const strict = text.trim() === '' || orders.some(isForbidden)
  const asksEdit = (one: Order) => {
    if (one.isTold) return false
    const object = objectOf(one).slice(0, 110)
    if (one.denied) return one.kinds.has('lean') && is(object, anyTests)
    if (one.kinds.has('mend')) return is(object, testData, /\bexpect\w*/i, /^(?!.*\bfail).*\bin (?:the |a )?tests?\b/i)
    return (one.kinds.has('edit') && is(object, theTests)) || (is(object, testData) && !makesOrMeets.test(one.sentence.slice(one.at)))
  }
  const asksNew = (one: Order) =>
    !one.denied &&
    ((one.kinds.has('alter') && /\b(?:to|by|into)\b/.test(one.object)) ||
      /^renam/i.test(one.sentence.slice(one.at)) ||
      (/^replac/i.test(one.sentence.slice(one.at)) && /\b(?:with|by)\b/.test(one.object)))
  const ofOrder = (said: (one: Order) => boolean) => (sentence: string) => orders.some((one) => one.sentence === sentence && said(one))
  const saysNew = (sentence: string) => is(sentence, becomes) || ofOrder(asksNew)(sentence) || (is(sentence, insteadOf) && !bug.test(text))
  const saysEdit = (sentence: string) => is(sentence, wrongTests) || ofOrder(asksEdit)(sentence)
  // "X hangs on arm. Skip it there.": what it is about stands before.
  const isBack = ({ object }: Order) => /^ (?:it|them|this|that|these|those)\b/.test(object)
  const before = ({ sentence }: Order) => `${sentences[sentences.indexOf(sentence) - 1] ?? ''} `
  const isTest = (sentence: string) => tools.test(sentence) || tested.some((name) => placesOf(sentence, name).length > 0)
  const isReshaped = (one: Order) =>
    (one.kinds.has('reshape') && isTest(one.sentence)) ||
    (one.kinds.has('refactor') && is(isBack(one) ? before(one) + one.sentence : objectOf(one), anyTests))
  const restructures = wanted('reshape', 'refactor').some((one) => isReshaped(one) && !is(one.sentence, measured))
  const told = !strict && sentences.some(saysEdit)
  const testEdits = told || (!strict && restructures)
  const newBehaviour = !strict && sentences.some(saysNew) && (told || !is(text, measured))
  const isMended =
    is(text, measured, /\b(?:tests?|suite|build|ci)\b[^.;\n]{0,40}\b(?:pass|green|red)\b/i) || (bug.test(text) && !newBehaviour)
  const follows = !strict && ((worked && !isMended) || (told && (worked || is(text, wrongTests) || saysEdit(sentences[0] ?? ''))))
  const contrasted = topicsOf(sentences.filter((sentence) => saysNew(sentence) || saysEdit(sentence)).join(' '))
  // What a task that mends a fault tells of it is as it should be, unless it says so of the tests.
  const topics = isMended ? contrasted : topicsOf(text)
  const says = (wanted: ReadonlySet<string>) => (sentence: string) =>
    [...sentence.matchAll(/\p{L}+/gu)].some(({ 0: word, index }) => isAbout([word], wanted) && !isDenied(sentence, index))
  const removal = says(takingAway)
  // "Fax is no longer sold. Remove the channel and all that belongs to it.": what it is about stands before.
  const pointsBack = (sentence = '') => removal(sentence) && /\b(?:it|them|its|their|th(?:is|at|ese|ose|e))\b/i.test(sentence)
  const removed = topicsOf(sentences.filter((sentence, at) => removal(sentence) || pointsBack(sentences[at + 1])).join(' '))
  const dropsTests = wanted('skip', 'remove').flatMap((one) => headTests.exec(one.object)?.[0] ?? [])
  const skips = wanted('skip').filter(
    (one) => / as $/.test(one.subject) || is(objectOf(one), anyTests, /\b(?:it|them|on windows|on macos|on ci)\b/i),
  )
  const skipped = topicsOf([...skips.flatMap((one) => [isBack(one) ? before(one) : '', one.sentence]), ...dropsTests].join(' '))
  return {
    names: (literal) => !strict && isNewValue(text, literal),
    mentions: (word) => word.length >= 3 && text.toLowerCase().includes(word.toLowerCase()),
    wants: (word) =>
      word.length >= 3 && sentences.some((said) => placesOf(said, word.replace(/^-+/, '')).some((at) => !isDenied(said, at))),
    mayEdit: (path) =>
      !strict &&
      wanted('edit', 'remove', 'alter').some((one) =>
        placesOf(one.sentence, path).some((at) => {
          return !measures.test(one.sentence.slice(0, at))
        }),
      ),
    leavesOut: (item) => {
      const folder = /\*\*\/\*([^*]+)$/.exec(item)?.[1] ?? (item.replace(/\/?\*.*$/, '') || item)
      const isOut = says(leavingOut)
      const isMeant = (sentence: string) => placesOf(pointing.test(sentence) ? text : sentence, folder).length > 0
      return !strict && sentences.some((sentence) => (isOut(sentence) || passedOver.test(sentence)) && isMeant(sentence))
    },
    changes: (words) => follows && isAbout(words, topics),
    contrasts: (words) => follows && isAbout(words, contrasted),
    follows,
    loosens: (isMost, words) =>
      !strict &&
      isAbout(
        words,
        topicsOf(orders.flatMap((one) => (!one.denied && !one.isTold && saysLooser(one, isMost) ? [one.sentence] : [])).join(' ')),
      ),
    newBehaviour,
    isAhead: (title, gone) => {
      const said = topicsOf(title)
      return sentences.some((sentence) => {
        if (saysNew(sentence) || saysEdit(sentence) || (told && is(sentence, anyTests) && !is(sentence, measured))) return false
        const own = topicsOf(sentence)
        const shared = [...said].filter((one) => own.has(one))
        return (shared.length > 1 && shared.length * 2 >= said.size) || gone.some((literal) => isNewValue(sentence, literal))
      })
    },
    adds: /^(?:[\w/-]+: )?(?:please )?(?:add|support|allow|accept|handle|introduce|show|include|offer|provide)\b/i.test(sentences[0] ?? ''),
    testEdits,
    rewrites: !strict && restructures,
    removal: sentences.some(removal),
    removes: (words) => !strict && worked && isAbout(words, removed),
    tolerates: text.trim() === '' || sentences.some(says(tolerated)),
    quoted: [...text.matchAll(/"([^"\n]{4,})"|`([^`\n]{4,})`|“([^”\n]{4,})”/g)].map(([, ...said]) => said.join('')),
    skips: (words) => !strict && isAbout(words, skipped),
    skipsTests: !strict && dropsTests.length > 0,
    dropsTest: (title) =>
      !strict && /\W|_/.test(title.trim()) && wanted('remove').some(({ sentence }) => placesOf(sentence, bareTitle(title)).length > 0),
  }
}

/** `Relax the …`, `raise the limit of …`, `lower the minimum of …`. */
function saysLooser({ sentence, object, at }: Order, isMost: boolean): boolean {
  const verb = sentence.slice(at)
  if (/^(?:relax|loosen|widen)/i.test(verb)) return true
  const limits = isMost ? /\b(?:limit|bound|maximum|threshold|budget|tolerance|timeout|margin)/i : /\b(?:limit|bound|minimum|threshold)/i
  return (isMost ? /^(?:rais|increas|extend|doubl|bump)/i : /^(?:lower|reduc|decreas)/i).test(verb) && limits.test(object)
}

/** Words that every task about tests has. */
const commonplace =
  'test spec suite case assert expectation expected fixture snapshot golden file value result output input update change convert adjust adapt make give let use add remove keep skip disable accordingly new old now must should shall will from into with without the and for its their this that them all every each any where when which what long instead rather than code failing flaky broken unbuildable slow unstable document function method call return src lib app'

/** The stems of what a text is about. */
function topicsOf(text: string): Set<string> {
  const usual = new Set(stemsOf([commonplace]))
  return new Set(stemsOf([text]).filter((one) => !usual.has(one)))
}

function stemsIn(words: string): Set<string> {
  return new Set(stemsOf([words]))
}

function isAbout(words: Iterable<string>, topics: ReadonlySet<string>): boolean {
  return stemsOf(words).some((one) => topics.has(one))
}

export function sharesStem(one: string, other: string): boolean {
  const stems = new Set(stemsOf([one]))
  return stemsOf([other]).some((word) => stems.has(word))
}

function stemsOf(words: Iterable<string>): string[] {
  const found: string[] = []
  for (const word of words)
    for (const piece of word
      .replace(/(\p{Ll})(\p{Lu})|(\p{Lu})(?=\p{Lu}\p{Ll})/gu, '$1$3 $2')
      .toLowerCase()
      .match(/\p{L}{3,}|\p{N}{3,}|\p{L}{1,2}\p{N}+/gu) ?? [])
      found.push(stem(piece.replace(/(?<=\p{L}{3})ers?$/u, '')))
  return found
}
