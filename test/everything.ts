// Whether the long tests try all they could, rather than the sample that every test run tries: `npm run torture` says so.
export const everything = process.env['TORTURE'] === 'all'

/** One in so many in each test run, all of them with `npm run torture`. */
export const sample = <T>(all: readonly T[], oneIn: number): T[] => all.filter((_, at) => everything || at % oneIn === 0)
