// Code put at the end of a file of the work: each of its functions that a test calls is also asked about values beside, and what it says is written down.
import { type Node, type Parse, at, grammarOf, parts } from '../reading/syntax.ts'
import { languageOf } from './files.ts'

export interface Recording {
  /** The file that the answers are written to. */
  heard: string
  /** Values that the work tells apart, tried beside the nearby ones: `n:5`, `s:text`. */
  also: readonly string[]
}

/** Null where no recorder can be added. */
export function recorded(path: string, text: string, parse: Parse, recording: Recording): string | null {
  const [grammar, language] = [grammarOf(path), languageOf(path)]
  const settings = JSON.stringify({ path, ...recording })
  if (language === 'py') return `${text}\n\n${pythonRecorder}\n_whet_record(${JSON.stringify(settings)})\n`
  return grammar !== null && language === 'js' ? inScript(text, parse(text, grammar).root, settings) : null
}

interface Edit {
  from: number
  to: number
  text: string
}

const functions = /^(?:arrow_function|function_expression|function)$/

function inScript(text: string, root: Node, settings: string): string {
  const wrap = (name: string) => `whetRecord(${name}, '${name}')`
  const edits: Edit[] = []
  const names: string[] = []
  const isCommon = /\b(?:module\.)?exports\b/.test(text) && !parts(root).some(({ type }) => type === 'export_statement')
  for (const top of parts(root)) {
    const node = top.type === 'export_statement' ? (at(top, 'declaration') ?? at(top, 'value') ?? top) : top
    const name = at(node, 'name')?.text
    if (/^(?:generator_)?function_declaration$/.test(node.type) && name) names.push(`${name} = ${wrap(name)}`)
    else if (/class_declaration$/.test(node.type) && name) names.push(wrap(name))
    else if (functions.test(node.type) && top.type === 'export_statement')
      edits.push({ from: node.from, to: node.from, text: 'whetRecord(' }, { from: node.to, to: node.to, text: ", 'default')" })
    else if (node.type === 'lexical_declaration') {
      const made = parts(node).filter((one) => functions.test(at(one, 'value')?.type ?? ''))
      const word = node.children[0]
      if (made.length > 0 && word?.text === 'const') edits.push({ from: word.from, to: word.to, text: 'let' })
      names.push(...made.flatMap((one) => at(one, 'name')?.text ?? []).map((each) => `${each} = ${wrap(each)}`))
    }
  }
  const last = isCommon
    ? `module.exports = whetRecord(module.exports, 'exports')\nfor (const name of Object.keys(module.exports)) module.exports[name] = whetRecord(module.exports[name], name)`
    : names.join('\n')
  const start = /^#!.*\n/.exec(text)?.[0].length ?? 0
  const all = [{ from: start, to: start, text: '// @ts-nocheck\n' }, ...edits].toReversed()
  const edited = all.reduce((done, { from, to, text: other }) => done.slice(0, from) + other + done.slice(to), text)
  const recorder = `function whetRecord(made, name) { return (${scriptRecorder.toString()})(made, name, ${settings}) }`
  return `${edited}\n;${recorder}\n${last}\n`
}

/** Runs in the tested process; stands for itself. */
function scriptRecorder(made: unknown, name: string, { path, heard, also }: Recording & { path: string }): unknown {
  type Call = (...given: unknown[]) => unknown
  const [mostCalls, mostSites, mostDepth, mostAgain, mostMs] = [40, 8, 4, 64, 30_000]
  const disk = process.getBuiltinModule?.('node:fs')
  if (typeof made !== 'function' || !disk) return made
  const shared = globalThis as unknown as Record<symbol, { inside: boolean; last: (() => unknown)[] } | undefined>
  const state = (shared[Symbol.for('whet')] ??= { inside: false, last: [] })
  if (state.last.length === 0) {
    state.last.push(() => (state.inside = true))
    process.once('exit', () => state.last.forEach((ask) => ask()))
  }
  const show = (value: unknown) => {
    try {
      const plain = (_key: string, one: unknown): unknown =>
        typeof one === 'bigint' || typeof one === 'function' || (typeof one === 'number' && !Number.isFinite(one))
          ? String(one)
          : one instanceof Map || one instanceof Set
            ? [...one]
            : one
      return (JSON.stringify(value, plain) ?? String(value)).slice(0, 2000)
    } catch {
      return String(value)
    }
  }
  const answerOf = (run: () => unknown) => {
    try {
      return show(run())
    } catch {
      return 'thrown'
    }
  }
  const nearby = (value: number | string): (number | string)[] => {
    if (typeof value === 'number') {
      const round = 10 ** (/0*$/.exec(String(value))?.[0].length ?? 0)
      const steps = Number.isInteger(value) ? [1, -1, 3, value, round, -round] : [1, -1, 3, 10, 27]
      return Number.isFinite(value) && value !== 0 ? [...new Set(steps.map((step) => Number((value + step).toPrecision(12))))] : []
    }
    const places = [...value.matchAll(/[\p{L}\p{N}]/gu)].map(({ index }) => index)
    const digits = [...value.matchAll(/\d/g)].map(({ index }) => index)
    const chosen = [places[0], places[places.length >> 1], places.at(-1), digits[0], digits.at(-1)].filter((one) => one !== undefined)
    const other = (char: string) =>
      /[zZ9]/.test(char) ? { z: 'b', Z: 'B', 9: '4' }[char] : String.fromCodePoint((char.codePointAt(0) ?? 0) + 1)
    const changed = chosen.map((one) => value.slice(0, one) + other(value[one] ?? '') + value.slice(one + 1))
    return places.length > 0 ? [...new Set([...changed, `${value}${value.at(-1)}`, `${value}${value}`])] : []
  }
  const clone = <T>(value: T): T => {
    if (typeof value !== 'object' || value === null) return value
    return Array.isArray(value) ? structuredClone(value) : Object.assign(Object.create(Object.getPrototypeOf(value)), structuredClone({ ...value }))
  }
  const sitesIn = (value: unknown, at: (string | number)[] = []): { at: (string | number)[]; value: number | string }[] => {
    if (typeof value === 'number' || typeof value === 'string') return [{ at, value }]
    if (typeof value !== 'object' || value === null || at.length > mostDepth) return []
    return Object.entries(value).flatMap(([key, inner]) => sitesIn(inner, [...at, key]))
  }
  const withOther = (input: unknown[], at: readonly (string | number)[], other: unknown) => {
    const all = input.map(clone)
    const last = at.at(-1) as keyof object
    const holder = at.slice(0, -1).reduce((one, key) => (one as Record<string | number, unknown>)[key], all as unknown)
    Object.assign(holder as object, { [last]: other })
    return all
  }
  const known = new Set<string>()
  const record = (target: Call, of: string) =>
    new Proxy(target, {
      apply(_target, self, given) {
        let [own, isOwn]: [unknown, boolean] = [null, true]
        let input: unknown[]
        try {
          own = clone(self)
        } catch {
          isOwn = false // a module, or an object that holds functions: left as it is
        }
        try {
          input = [own, ...given.map(clone)]
        } catch {
          return Reflect.apply(target, self, given)
        }
        const call = ([receiver, ...rest]: readonly unknown[]) => Reflect.apply(target, isOwn ? receiver : self, rest)
        const asked = show(input)
        if (state.inside || known.size >= mostCalls || known.has(asked) || performance.now() > mostMs) return Reflect.apply(target, self, given)
        known.add(asked)
        const write = (kind: string, literal: string, beside: string, answer: string) =>
          disk.appendFileSync(heard, `${JSON.stringify([`${path} ${of}`, asked, kind, literal, beside, answer])}\n`)
        const hear = (kind: string, literal: string, beside: string, run: () => unknown) => {
          let answer = 'thrown'
          try {
            const result = run()
            if (result instanceof Promise) {
              result.then(
                (value) => write(kind, literal, beside, show(value)),
                () => write(kind, literal, beside, 'thrown'),
              )
              return null
            }
            answer = show(result)
          } catch {}
          write(kind, literal, beside, answer)
          return answer
        }
        state.inside = true
        try {
          let [result, error, isThrown]: [unknown, unknown, boolean] = [undefined, undefined, false]
          const first = hear('first', '', '', () => {
            try {
              return (result = Reflect.apply(target, self, given))
            } catch (thrown) {
              ;[error, isThrown] = [thrown, true]
              throw thrown
            }
          })
          const sites = sitesIn(input).slice(0, mostSites)
          for (const { at, value } of sites) {
            const kind = typeof value === 'number' ? 'n:' : 's:'
            const others = also.filter((one) => one.startsWith(kind)).slice(0, 6)
            for (const other of [...nearby(value), ...others.map((one) => (kind === 'n:' ? Number(one.slice(2)) : one.slice(2)))]) {
              const beside = withOther(input, at, other)
              hear('beside', `${kind}${value}`, show(beside), () => call(beside))
            }
          }
          // At the end, so that nothing is used up before the other tests have asked.
          if (sites.length > 0 && first !== null)
            state.last.push(() => {
              for (let n = 0; n < mostAgain; n++) {
                const again = answerOf(() => call(input.map(clone)))
                if (again !== first) return write('again', '', '', again)
              }
            })
          if (isThrown) throw error
          return result
        } finally {
          state.inside = false
        }
      },
    })
  if (!/^class\b/.test(Function.prototype.toString.call(made))) return record(made as Call, name)
  const prototype = (made as unknown as { prototype: object }).prototype
  for (const [key, { value, writable }] of Object.entries(Object.getOwnPropertyDescriptors(prototype)))
    if (key !== 'constructor' && writable && typeof value === 'function')
      Object.defineProperty(prototype, key, { value: record(value as Call, `${name}.${key}`), writable, configurable: true })
  return made
}

const pythonRecorder = String.raw`def _whet_record(settings):
    import atexit, copy, functools, inspect, json, math, re, time

    settings = json.loads(settings)
    inside = lambda: getattr(json, '_whet_inside', False)  # shared by all files
    began = time.monotonic()
    last = []

    def ask_again():
        json._whet_inside = True
        for given, first, answer, write in last:
            for _ in range(64):
                again = answer(*copy.deepcopy(given))
                if again != first:
                    write('again', '', '', again)
                    break

    atexit.register(ask_again)

    def show(value):
        try:
            return repr(value)[:2000]
        except Exception:
            return '?'

    def literal(value):
        return 's:' + value if isinstance(value, str) else 'n:' + re.sub(r'\.0$', '', repr(value))

    def nearby(value):
        if isinstance(value, str):
            places = [at for at, char in enumerate(value) if char.isalnum()]
            digits = [at for at, char in enumerate(value) if char.isdigit()]
            if not places:
                return []
            chosen = [places[0], places[len(places) // 2], places[-1]] + digits[:1] + digits[-1:]
            other = lambda char: {'z': 'b', 'Z': 'B', '9': '4'}.get(char, chr(ord(char) + 1))
            return list(dict.fromkeys([value[:at] + other(value[at]) + value[at + 1:] for at in chosen] + [value + value[-1], value + value]))
        if value == 0 or not math.isfinite(value):
            return []
        zeros = 10 ** len(re.search('0*$', str(value)).group()) if isinstance(value, int) else 1
        steps = [1, -1, 3, value, zeros, -zeros] if value == int(value) else [1, -1, 3, 10, 27]
        return list(dict.fromkeys(type(value)(float('%.12g' % (value + step))) for step in steps))

    def sites(value, at=()):
        if isinstance(value, (int, float, str)) and not isinstance(value, bool):
            return [(at, value)]
        if len(at) > 4:
            return []
        inner = enumerate(value) if isinstance(value, (list, tuple)) else value.items() if isinstance(value, dict) else vars(value).items() if hasattr(value, '__dict__') and not callable(value) else ()
        return [found for key, one in inner for found in sites(one, at + (key,))]

    def put(value, at, other):
        if not at:
            return other
        value = copy.copy(value)
        if isinstance(value, tuple):
            return tuple(put(one, at[1:], other) if key == at[0] else one for key, one in enumerate(value))
        if isinstance(value, (list, dict)):
            value[at[0]] = put(value[at[0]], at[1:], other)
        else:
            vars(value)[at[0]] = put(vars(value)[at[0]], at[1:], other)
        return value

    def view(value):
        if type(value).__repr__ is object.__repr__ and hasattr(value, '__dict__'):
            return {key: view(one) for key, one in vars(value).items()}
        return tuple(view(one) for one in value) if isinstance(value, tuple) else value

    def record(target, name):
        known = set()

        @functools.wraps(target)
        def asked(*args, **named):
            try:
                given = copy.deepcopy((args, named))
                shown = show(view(given))
            except Exception:
                return target(*args, **named)
            if inside() or len(known) >= 40 or shown in known or time.monotonic() - began > 30:
                return target(*args, **named)
            known.add(shown)

            def write(*said):
                with open(settings['heard'], 'a') as file:
                    file.write(json.dumps([settings['path'] + ' ' + name, shown, *said]) + '\n')

            def answer(args, named):
                try:
                    return show(view(target(*args, **named)))
                except Exception:
                    return 'thrown'

            json._whet_inside = True
            try:
                try:
                    result = target(*args, **named)
                    first = show(view(result))
                except Exception:
                    first = 'thrown'
                    raise
                finally:
                    write('first', '', '', first)
                    places = sites(given)[:8]
                    for at, value in places:
                        also = [one[2:] for one in settings['also'] if one[:2] == literal(value)[:2]][:6]
                        others = also if isinstance(value, str) else [type(value)(float(one)) for one in also]
                        for other in nearby(value) + others:
                            beside = put(copy.deepcopy(given), at, other)
                            place = show(view(beside))
                            write('beside', literal(value), place, answer(*beside))
                    if places:
                        last.append((given, first, answer, write))
                return result
            finally:
                json._whet_inside = False

        return asked

    for name, value in list(globals().items()):
        if getattr(value, '__module__', None) != __name__ or name == '_whet_record':
            continue
        if inspect.isfunction(value) or hasattr(value, '__wrapped__'):
            globals()[name] = record(value, name)
        elif inspect.isclass(value):
            for key, method in list(vars(value).items()):
                if inspect.isfunction(method) and not key.startswith('__'):
                    setattr(value, key, record(method, name + '.' + key))
`
