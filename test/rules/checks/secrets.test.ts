// Secrets: what is found, what is not mistaken for one, and that none is shown. The values are made here, so that no file holds one.
import { describe, expect, test } from 'vitest'
import { tryCheck } from './try-check.ts'

/** Mixed characters in a fixed order, so that every run sees the same. */
function mixed(length: number, alphabet = 'aZ3kQ9xW2mB7nV5cJ1hG8fD4sT6pR0yL'): string {
  return Array.from({ length }, (_, index) => alphabet[(index * 7 + (index >> 2) * 5) % alphabet.length]).join('')
}

const upper = mixed(16, 'QWERTZUIOPASDFGHJKLYXCVBNM234567')

describe('secrets are found', () => {
  test.each([
    ['AWS access key id', `AKIA${upper}`],
    ['GitHub token', `ghp_${mixed(36)}`],
    ['GitHub token', `github_pat_${mixed(70)}`],
    ['GitLab token', `glpat-${mixed(20)}`],
    ['Slack token', `xoxb-${mixed(30)}`],
    ['Stripe key', `sk_live_${mixed(24)}`],
    ['Google API key', `AIza${mixed(35)}`],
    ['OpenAI key', `sk-proj-${mixed(40)}`],
    ['Anthropic key', `sk-ant-api03-${mixed(60)}`],
    ['npm token', `npm_${mixed(36)}`],
    ['JSON web token', `eyJ${mixed(30)}.eyJ${mixed(60)}.${mixed(40)}`],
    ['private key', `-----BEGIN RSA ${'PRIVATE'} KEY-----`],
    ['private key', `-----BEGIN ${'PRIVATE'} KEY-----`],
  ])('%s', async (name, value) => {
    const finding = await tryCheck('secrets', {}, `first line\nvalue: ${value}\n`)
    expect([finding.outcome, finding.evidence.map((each) => [each.message, each.location?.line])]).toEqual(['fail', [[name, 2]]])
    if (!value.startsWith('-----')) expect(JSON.stringify(finding)).not.toContain(value.slice(6))
  })

  test.each([
    ['password = "', `${mixed(14)}"`],
    ['DB_PASSWORD=', mixed(16)],
    ['api_key: ', mixed(32)],
    ['"clientSecret": "', `${mixed(40)}"`],
    ['AWS_SECRET_ACCESS_KEY=', `${mixed(20)}/${mixed(19)}`],
    ["authToken: '", `${mixed(24)}'`],
    ['const token = `', `${mixed(30)}\``],
    ['postgres://app:', `${mixed(12)}@db:5432/app`],
  ])('assigned with %s', async (before, after) => {
    const finding = await tryCheck('secrets', {}, `${before}${after}\n`)
    expect(finding.outcome).toBe('fail')
    expect(JSON.stringify(finding)).not.toContain(after.slice(4, 14))
  })
})

describe('stand-ins are let through', () => {
  test.each([
    'password=${DB_PASSWORD}',
    'password: $PASSWORD',
    'API_KEY={{ api_key }}',
    'token: <your-token>',
    'secret=changeme',
    'SECRET_KEY=change-me-please-123',
    'password: xxxxxxxxxxxx',
    'api_key: "****************"',
    'token = os.environ["TOKEN"]',
    'const token = process.env.API_TOKEN',
    'password: string',
    'passwordField: z.string().min(8)',
    'secretName: my-secret-1',
    'token_url: https://auth.example.org/oauth2/token',
    'max_tokens: 4096',
    'API_KEY=your_api_key_1234',
    'aws_access_key_id = AKIAIOSFODNN7EXAMPLE',
    'password: correct',
    'token: request.headers.authorization',
    'tokensIn: usage?.inputTokens2',
    'const apiKey = getApiKeyFromVault()',
    'postgres://user:${PASSWORD}@localhost/db',
    'postgres://user:password@localhost/db',
    'http://localhost:3000/a@b',
    'the password is long and the token is short',
    'private_key_path: /etc/ssl/private/key1.pem',
    'sha256: 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    'secret: ref+vault://x',
    'sk-',
    'class="sk-loading-spinner-container"',
    'token: test-token-123456',
  ])('%s', async (text) => {
    const finding = await tryCheck('secrets', {}, `${text}\n`)
    expect([finding.outcome, finding.evidence]).toEqual(['pass', []])
  })
})

test('a value can be allowed', async () => {
  const value = `ghp_${mixed(36)}`
  expect((await tryCheck('secrets', { allow: [value] }, value)).outcome).toBe('pass')
})

test('a long text without secrets, and one with nothing else, are both read through', async () => {
  expect((await tryCheck('secrets', {}, 'password token secret = a-a-a-a-a-a-a-a '.repeat(50_000))).outcome).toBe('pass')
  const finding = await tryCheck('secrets', {}, `password=${mixed(20)}\n`.repeat(20_000))
  expect([finding.outcome, finding.evidence.length]).toEqual(['fail', 101])
})
