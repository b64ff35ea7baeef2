// Configuration checks, as tables of files and documents that pass and fail.
import { describe } from 'vitest'
import { table } from './try-check.ts'

describe('config.required', () => {
  const kind = 'config.required'
  table([
    {
      title: 'dotted keys, pointers and variables',
      kind,
      params: { keys: ['server.port', '/server/host', 'DB_URL'] },
      text: '```yaml\nserver:\n  port: 80\n  host: x\n```\n\n```env\nDB_URL=x\n```\n',
      outcome: 'pass',
    },
    {
      title: 'a missing key names the nearest',
      kind,
      name: 'c.yaml',
      params: { keys: ['server.prot'] },
      text: 'server:\n  port: 80\n',
      outcome: 'fail',
      says: /server.prot isn't set; did you mean "server.port"/,
    },
    { title: 'an empty value is not set', kind, name: '.env', params: { keys: ['A'] }, text: 'A=\n', outcome: 'fail' },
    {
      title: 'false and zero are values',
      kind,
      name: 'c.json',
      params: { keys: ['a', 'b'] },
      text: '{"a": false, "b": 0}',
      outcome: 'pass',
    },
    { title: 'a key with dots in its name', kind, name: 'c.json', params: { keys: ['a.b'] }, text: '{"a.b": 1}', outcome: 'pass' },
    { title: 'an unreadable document fails', kind, name: 'c.json', params: { keys: ['a'] }, text: '{', outcome: 'fail' },
    { title: 'no document fails', kind, params: { keys: ['a'] }, text: 'words', outcome: 'fail' },
  ])
})

describe('config.env-vars', () => {
  const kind = 'config.env-vars'
  table([
    {
      title: 'a comment above or beside explains',
      kind,
      name: '.env',
      text: '# where data lives\nDATA_DIR=data\nPORT=80 # the port\n',
      outcome: 'pass',
      says: /2 environment variables explained/,
    },
    {
      title: 'an unexplained one fails with its line',
      kind,
      name: '.env',
      text: '# where data lives\nDATA_DIR=data\nPORT=80\n',
      outcome: 'fail',
      lines: [3],
      says: /PORT isn't explained/,
    },
    {
      title: 'a table in the text explains',
      kind,
      text: '| Name | Use |\n|---|---|\n| `PORT` | where it listens |\n\n```env\nPORT=80\n```\n',
      outcome: 'pass',
    },
    {
      title: 'variables used in YAML count',
      kind,
      name: 'c.yaml',
      text: 'services:\n  web:\n    image: x:${TAG_NAME}\n    environment:\n      - LOG_LEVEL=info\n',
      outcome: 'fail',
      lines: [3, 5],
    },
    {
      title: 'explained once is enough',
      kind,
      name: 'c.yaml',
      text: '# TAG says which image\na: ${TAG_NAME}\nb: ${TAG_NAME}\n',
      outcome: 'pass',
    },
    {
      title: 'names under `name:`',
      kind,
      name: 'c.yaml',
      text: 'env:\n  - name: API_HOST\n    value: x\n',
      outcome: 'fail',
      says: /API_HOST/,
    },
    {
      title: 'a variable can be left out',
      kind,
      name: '.env',
      params: { ignore: ['PORT'] },
      text: 'PORT=1\n# x\nHOST=1\n',
      outcome: 'pass',
    },
    { title: 'no variables', kind, name: 'c.yaml', text: 'a: 1\n', outcome: 'not-applicable' },
    { title: 'a binary', kind, name: '.env', text: 'A=\0', outcome: 'fail', says: /binary/ },
  ])
})

describe('config.defaults', () => {
  const kind = 'config.defaults'
  table([
    { title: 'values and defaults', kind, name: 'c.yaml', text: 'port: ${PORT:-80}\nhost: x\nlist:\n- a\n', outcome: 'pass' },
    {
      title: 'a reference without default',
      kind,
      name: 'c.yaml',
      text: 'a: 1\nport: ${PORT}\n',
      outcome: 'fail',
      lines: [2],
      says: /\$\{PORT\} has no default/,
    },
    { title: 'set in an environment file beside it', kind, text: '```yaml\nport: ${PORT}\n```\n\n```env\nPORT=80\n```\n', outcome: 'pass' },
    { title: 'a secret has none', kind, name: 'c.yaml', text: 'password: ${DB_PASSWORD}\n', outcome: 'pass' },
    { title: 'an error when unset is a choice', kind, name: 'c.yaml', text: 'port: ${PORT:?give a port}\n', outcome: 'pass' },
    { title: 'an empty variable', kind, name: '.env', text: 'A=1\nB=\n', outcome: 'fail', lines: [2], says: /B has no value/ },
    { title: 'an empty variable that says it is required', kind, name: '.env', text: '# required\nB=\n', outcome: 'pass' },
    { title: 'an empty YAML key', kind, name: 'c.yaml', text: 'a:\nb: 1\n', outcome: 'fail', says: /a has no value/ },
    { title: 'nothing to look at', kind, name: '.env', text: '\n# only a comment\n', outcome: 'fail' },
  ])
})

describe('config.comments', () => {
  const kind = 'config.comments'
  table([
    {
      title: 'half of the settings explained',
      kind,
      name: 'c.yaml',
      text: '# the port\nport: 80\nhost: x\n',
      outcome: 'pass',
      says: /1 of 2 top-level settings explained, 50% expected/,
    },
    { title: 'too few', kind, name: 'c.yaml', text: 'port: 80\nhost: x\n', outcome: 'fail', lines: [1, 2] },
    {
      title: 'all are asked for',
      kind,
      name: 'c.yaml',
      params: { coverage: 1 },
      text: '# the port\nport: 80\nhost: x\n',
      outcome: 'fail',
      lines: [3],
    },
    { title: 'TOML tables', kind, name: 'c.toml', text: '# network\n[server]\n', outcome: 'pass' },
    {
      title: 'words around a JSON fence',
      kind,
      text: '`port` is where it listens.\n\n```json\n{\n  "port": 80\n}\n```\n',
      outcome: 'pass',
    },
    { title: 'words that say nothing of it', kind, text: 'A file.\n\n```json\n{\n  "port": 80\n}\n```\n', outcome: 'fail' },
    { title: 'a JSON file has no comments', kind, name: 'c.json', text: '{\n  "port": 80\n}', outcome: 'not-applicable' },
    { title: 'a mark inside quotes is no comment', kind, name: 'c.yaml', text: 'colour: "#fff"\n', outcome: 'fail' },
  ])
})

describe('config.portability', () => {
  const kind = 'config.portability'
  table([
    ...['dir: /home/ann/data', 'dir: /Users/ann/data', 'dir: "C:\\\\data"', 'host: 192.168.1.4', 'host: 10.0.0.7', 'key=/root/.ssh/id'].map(
      (text) => ({ title: text, kind, name: 'c.yaml', text: `a: 1\n${text}\n`, outcome: 'fail' as const, lines: [2] }),
    ),
    ...[
      'dir: ./data',
      'dir: /var/lib/app',
      'host: localhost',
      'net: 10.0.0.0/8',
      'url: https://example.org/home/ann',
      'version: 10.2.1',
      '# dir: /home/ann',
    ].map((text) => ({ title: text, kind, name: 'c.yaml', text: `${text}\n`, outcome: 'pass' as const })),
    {
      title: 'a text can be allowed',
      kind,
      name: 'c.yaml',
      params: { allow: ['/home/app'] },
      text: 'dir: /home/app/data\n',
      outcome: 'pass',
    },
    {
      title: 'prose around the fences is not configuration',
      kind,
      text: 'Mine is in /home/ann.\n\n```yaml\ndir: data\n```\n',
      outcome: 'pass',
    },
  ])
})

describe('config.permissions', () => {
  const kind = 'config.permissions'
  table([
    ...[
      'mode: 0777',
      'RUN chmod 777 /app',
      'privileged: true',
      'user: root',
      'USER root',
      'runAsUser: 0',
      'allowPrivilegeEscalation: true',
      'network_mode: host',
      '- SYS_ADMIN',
      '- /var/run/docker.sock:/x',
      '"Action": "*"',
      '"Resource": ["*"]',
      'permissions: write-all',
      'Access-Control-Allow-Origin: *',
      "cors_origins: ['*']",
      'cidr: 0.0.0.0/0',
      'rejectUnauthorized: false',
      'verify_ssl = no',
      'GRANT ALL ON x',
      'NODE_TLS_REJECT_UNAUTHORIZED=0',
    ].map((text) => ({ title: text, kind, text: `\`\`\`conf\nx\n${text}\n\`\`\`\n`, outcome: 'fail' as const, lines: [3] })),
    ...[
      'mode: 0644',
      'chmod 755 x',
      'privileged: false',
      'user: app',
      'USER node',
      'runAsUser: 1000',
      'permissions: read-all',
      'verify_ssl: true',
      '"Action": "s3:GetObject"',
      'bind: 0.0.0.0',
      'username: root_cause',
    ].map((text) => ({ title: text, kind, text: `\`\`\`conf\n${text}\n\`\`\`\n`, outcome: 'pass' as const })),
  ])
})
