// The action's comment on a pull request: one, posted the first time and updated from then on. Never fails the job: the check has done that or not.
import { readFileSync } from 'node:fs'

const [summary, changes] = process.argv.slice(2)
const {
  WHET_TOKEN: token,
  GITHUB_API_URL: api = 'https://api.github.com',
  GITHUB_REPOSITORY: repository,
  GITHUB_EVENT_PATH: event,
} = process.env
const mark = '<!-- whet check -->'
/** GitHub refuses longer ones. */
const longest = 60_000

const read = (path) => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}

async function call(method, path, body) {
  const answer = await fetch(`${api}/repos/${repository}/${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      accept: 'application/vnd.github+json',
      'x-github-api-version': '2022-11-28',
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(30_000),
  })
  if (!answer.ok)
    throw new Error(
      `${method} ${path}: ${answer.status}${answer.status === 403 ? ' (the job needs `permissions: { pull-requests: write }`)' : ''}`,
    )
  return answer.json()
}

/** Our comment, wherever it stands among the others; somebody else's text with our mark in it is left alone. */
async function find(number) {
  for (let page = 1; page <= 30; page++) {
    const comments = await call('GET', `issues/${number}/comments?per_page=100&page=${page}`)
    const own = comments.find(({ body, user }) => body?.startsWith(mark) && user?.type === 'Bot')
    if (own || comments.length < 100) return own ?? null
  }
  return null
}

function against(base) {
  if (!base) return ''
  const { fresh, gone, known } = base
  return `\n**Against the base branch:** ${fresh} new, ${gone} gone, ${known} as before.\n`
}

try {
  const number = JSON.parse(read(event) ?? '{}').pull_request?.number
  const text = read(summary)
  if (!token || !Number.isInteger(number) || text === null) process.exit(0)
  const [title, ...rest] = text.split('\n')
  const whole = `${mark}\n${title}\n${against(JSON.parse(read(changes) ?? '{}').baseline)}${rest.join('\n')}`
  const body = whole.length > longest ? `${whole.slice(0, longest)}\n\n… cut; the summary of the job has all of it.` : whole
  const own = await find(number)
  await (own ? call('PATCH', `issues/comments/${own.id}`, { body }) : call('POST', `issues/${number}/comments`, { body }))
} catch (error) {
  console.log(`::warning title=whet::no comment was written: ${String(error.message).replaceAll(/[\r\n%]/g, ' ')}`)
}
