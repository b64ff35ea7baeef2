// Whether the long tests try all they could, rather than the sample that every test run tries: `npm run torture` says so.
export const everything = process.env['TORTURE'] === 'all'
