// Checks on files beside the artifact: that they exist, and are unchanged.
import * as z from 'zod'
import { checkError, defineCheck, fail, judge, pass } from '../check.ts'
import { plural, quoted } from '../reading/lines.ts'

export const exists = defineCheck({
  kind: 'file.exists',
  summary: 'Each path exists in the working folder, or with `absent` none does.',
  version: '1',
  params: z.strictObject({ path: z.union([z.string().min(1), z.array(z.string().min(1)).min(1)]), absent: z.boolean().default(false) }),
  demands: ({ path, absent }) =>
    `${absent ? 'comes without' : 'comes with'} the ${[path].flat().length === 1 ? 'file' : 'files'} ${quoted([path].flat())}`,
  needs: ['files'],
  async run({ params, files }) {
    const paths = [params.path].flat()
    const seen = await Promise.all(paths.map(async (path) => ({ path, there: await files.exists(path) })))
    const wrong = seen
      .filter(({ there }) => there === params.absent)
      .map(({ path, there }) => ({
        message: there ? `${path} exists` : `${path} doesn't exist`,
        expected: params.absent ? 'no such path' : path,
        location: { file: path },
      }))
    return judge(
      wrong,
      `${plural(paths.length, 'path')} ${params.absent ? 'absent' : 'present'} as expected`,
      (count) => `${plural(count, 'path')} ${params.absent ? 'should not be there' : 'missing'}`,
    )
  },
})

export const unchanged = defineCheck({
  kind: 'file.unchanged',
  summary: 'A file still has the SHA-256 it had when the rule was written.',
  version: '1',
  params: z.strictObject({
    path: z.string().min(1),
    sha256: z.string().regex(/^[0-9a-f]{64}$/, 'expected 64 lower-case hexadecimal digits'),
  }),
  demands: ({ path, sha256 }) => `leaves ${path} as it was (SHA-256 ${sha256.slice(0, 12)}…)`,
  needs: ['files'],
  async run({ params, files }) {
    const actual = await files.hash(params.path)
    const location = { file: params.path }
    if (actual === null) return fail(`${params.path} is gone`, [{ message: "the file can't be read", expected: params.sha256, location }])
    if (!/^[0-9a-f]{64}$/.test(actual)) return checkError(`${params.path} has no usable hash`)
    if (actual === params.sha256) return pass(`${params.path} is unchanged`)
    return fail(`${params.path} was changed`, [{ message: 'SHA-256', expected: params.sha256, actual, location }])
  },
})
