// Appended to a JavaScript or TypeScript file, so that its functions are also called with values near the given ones.
import type { Recording } from './recorders.ts'

/** Runs in the tested process; self-contained. */
export function scriptRecorder(made: unknown, name: string, { path, heard, also }: Recording & { path: string }): unknown {
  type Call = (...given: unknown[]) => unknown
  const [mostCalls, mostSites, mostDepth, mostAgain, mostMs] = [40, 8, 4, 64, 30_000]
  const disk = process.getBuiltinModule?.('node:fs')
  if (typeof made !== 'function' || !disk) return made
  const shared = globalThis as { [key: symbol]: { inside: boolean; last: (() => unknown)[]; spentMs: number } | undefined }
  const state = (shared[Symbol.for('whet')] ??= { inside: false, last: [], spentMs: 0 })
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
    return Array.isArray(value)
      ? structuredClone(value)
      : Object.assign(Object.create(Object.getPrototypeOf(value)), structuredClone({ ...value }))
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
          isOwn = false // a module, or an object of functions: left as it is
        }
        try {
          input = [own, ...given.map(clone)]
        } catch {
          return Reflect.apply(target, self, given)
        }
        const call = ([receiver, ...rest]: readonly unknown[]) => Reflect.apply(target, isOwn ? receiver : self, rest)
        const asked = show(input)
        if (state.inside || known.size >= mostCalls || known.has(asked) || state.spentMs > mostMs) return Reflect.apply(target, self, given)
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
        const began = performance.now()
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
          // At the end, so that nothing is consumed before the other tests have run.
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
          state.spentMs += performance.now() - began
          state.inside = false
        }
      },
    })
  if (!/^class\b/.test(Function.prototype.toString.call(made))) return record(made as Call, name)
  const prototype = made.prototype as object
  for (const [key, { value, writable }] of Object.entries(Object.getOwnPropertyDescriptors(prototype)))
    if (key !== 'constructor' && writable && typeof value === 'function')
      Object.defineProperty(prototype, key, { value: record(value as Call, `${name}.${key}`), writable, configurable: true })
  return made
}
