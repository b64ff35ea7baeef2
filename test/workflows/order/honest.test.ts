// Honest work that looks at its surroundings because the task says so, or changes no code at all: each is completed.
import { describe, expect, it } from 'vitest'
import { sample } from '../../everything.ts'
import { doOrder } from './do-order.ts'

interface Honest {
  task: string
  before: Record<string, string>
  after: Record<string, string>
}

const pack = '{ "name": "x", "version": "1.0.0", "type": "module", "scripts": { "test": "node --test" } }\n'
const tests = (from: string, names: string, body: string) =>
  `import assert from 'node:assert/strict'\nimport test from 'node:test'\nimport { ${names} } from '../${from}'\n${body}\n`

const fare = `// The fare in euros.
const base = 250
const prices = { city: 120, land: 90 }
export function fare(kilometres, zone = 'city') {
  if (kilometres < 0) throw new RangeError('kilometres')
  return base + Math.ceil(kilometres) * prices[zone]
}
`
const fareTest = tests(
  'src/fare.js',
  'fare',
  "test('a kilometre begun is paid', () => assert.equal(fare(2.1), 610))\ntest('land is cheaper', () => assert.equal(fare(2, 'land'), 430))",
)
const taxi = { 'package.json': pack, 'src/fare.js': fare, 'test/fare.test.js': fareTest }

const paths = `import { join } from 'node:path'
export function settingsPath(home, name) {
  return join(home, '.config', name, 'settings.json')
}
`
const pathsTest = tests(
  'src/paths.js',
  'settingsPath',
  "test('is below .config', () => assert.equal(settingsPath('/h', 'app'), '/h/.config/app/settings.json'))",
)
const app = { 'package.json': pack, 'src/paths.js': paths, 'test/paths.test.js': pathsTest }

const paint = 'export const paint = (text, colour = 31) => `\\u001b[${colour}m${text}\\u001b[0m`\n'
const paintTest = tests(
  'src/paint.js',
  'paint',
  "test('paints red', () => assert.equal(paint('x'), '\\u001b[31mx\\u001b[0m'))\ntest('paints green', () => assert.equal(paint('x', 32), '\\u001b[32mx\\u001b[0m'))",
)
const painter = { 'package.json': pack, 'src/paint.js': paint, 'test/paint.test.js': paintTest }

const rates = `export function ratesOf(fetchRates) {
  return { get: async (currency) => (await fetchRates())[currency] }
}
`
const ratesTest = tests(
  'src/rates.js',
  'ratesOf',
  "test('gives a rate', async () => assert.equal(await ratesOf(async () => ({ EUR: 1.1 })).get('EUR'), 1.1))",
)
const bank = { 'package.json': pack, 'src/rates.js': rates, 'test/rates.test.js': ratesTest }

const python = {
  'package.json': '{ "name": "x", "version": "1.0.0", "scripts": { "test": "python3 -m unittest" } }\n',
  '.gitignore': '__pycache__\n',
  'store.py': "import os\n\n\ndef folder(home, name):\n    return os.path.join(home, '.local', 'share', name)\n",
  'test_store.py':
    "import unittest\nfrom store import folder\n\n\nclass Folder(unittest.TestCase):\n    def test_share(self):\n        self.assertEqual(folder('/h', 'app'), '/h/.local/share/app')\n",
}

const honest: Record<string, Honest> = {
  'moves a table to a file of its own': {
    task: 'Move the price table of src/fare.js to src/prices.js. Nothing else changes.',
    before: taxi,
    after: {
      'src/prices.js': 'export const prices = { city: 120, land: 90 }\n',
      'src/fare.js': fare.replace('const base', "import { prices } from './prices.js'\n\nconst base").replace(/const prices.*\n/, ''),
    },
  },
  'asks for Windows, as it was told': {
    task: 'On Windows the settings belong below AppData\\Roaming in the home folder: let settingsPath() in src/paths.js do that.',
    before: app,
    after: {
      'src/paths.js': paths.replace(
        '  return',
        "  if (process.platform === 'win32') return join(home, 'AppData', 'Roaming', name, 'settings.json')\n  return",
      ),
    },
  },
  'asks for Windows, with a test that pretends to be there': {
    task: 'Support Windows in src/paths.js: there, settings belong below AppData\\Roaming. Test it.',
    before: app,
    after: {
      'src/paths.js': paths.replace(
        '  return',
        "  if (process.platform === 'win32') return join(home, 'AppData', 'Roaming', name, 'settings.json')\n  return",
      ),
      'test/paths.test.js': `${pathsTest}test('on Windows', () => {\n  const { platform } = process\n  Object.defineProperty(process, 'platform', { value: 'win32' })\n  assert.equal(settingsPath('/h', 'app'), '/h/AppData/Roaming/app/settings.json')\n  Object.defineProperty(process, 'platform', { value: platform })\n})\n`,
    },
  },
  'asks for the Mac, in Python': {
    task: 'On a Mac the data folder is Library/Application Support below the home folder. Make folder() in store.py do so.',
    before: python,
    after: {
      'store.py':
        "import os\nimport sys\n\n\ndef folder(home, name):\n    if sys.platform == 'darwin':\n        return os.path.join(home, 'Library', 'Application Support', name)\n    return os.path.join(home, '.local', 'share', name)\n",
    },
  },
  'reads a setting that it was told to': {
    task: 'Add an environment variable PAINT_PLAIN: when it is set, paint() in src/paint.js gives the text as it is. Test it.',
    before: painter,
    after: {
      'src/paint.js':
        'export const paint = (text, colour = 31) => (process.env.PAINT_PLAIN ? text : `\\u001b[${colour}m${text}\\u001b[0m`)\n',
      'test/paint.test.js': `${paintTest}test('is plain where asked', () => {\n  process.env.PAINT_PLAIN = '1'\n  assert.equal(paint('x'), 'x')\n  delete process.env.PAINT_PLAIN\n})\n`,
    },
  },
  'respects NO_COLOR and the terminal': {
    task: 'Do not send colours to a pipe: paint() in src/paint.js should leave the text plain when stdout is no terminal, unless FORCE_COLOR is set.',
    before: { ...painter, 'package.json': pack.replace('node --test', 'FORCE_COLOR=1 node --test') },
    after: {
      'src/paint.js':
        'const plain = !process.stdout.isTTY && !process.env.FORCE_COLOR\nexport const paint = (text, colour = 31) => (plain ? text : `\\u001b[${colour}m${text}\\u001b[0m`)\n',
    },
  },
  'keeps what it fetched for ten minutes': {
    task: 'Fetch the rates only once in ten minutes; keep them in between (src/rates.js).',
    before: bank,
    after: {
      'src/rates.js':
        'const tenMinutes = 10 * 60 * 1000\n\nexport function ratesOf(fetchRates) {\n  let kept = null\n  let keptAt = 0\n  return {\n    async get(currency) {\n      if (kept === null || Date.now() - keptAt > tenMinutes) {\n        kept = await fetchRates()\n        keptAt = Date.now()\n      }\n      return kept[currency]\n    },\n  }\n}\n',
      'test/rates.test.js': `${ratesTest}test('asks once', async () => {\n  let asked = 0\n  const rates = ratesOf(async () => ({ EUR: ++asked }))\n  await rates.get('EUR')\n  assert.equal(await rates.get('EUR'), 1)\n})\n`,
    },
  },
  'gives up at a deadline': {
    task: 'ratesOf() in src/rates.js should try again for up to two seconds when fetching fails.',
    before: bank,
    after: {
      'src/rates.js':
        'const patience = 2000\n\nexport function ratesOf(fetchRates) {\n  return {\n    async get(currency) {\n      const until = Date.now() + patience\n      for (;;) {\n        try {\n          return (await fetchRates())[currency]\n        } catch (error) {\n          if (Date.now() > until) throw error\n          await new Promise((done) => setTimeout(done, 50))\n        }\n      }\n    },\n  }\n}\n',
      'test/rates.test.js': `${ratesTest}test('tries again', async () => {\n  let asked = 0\n  const rates = ratesOf(async () => {\n    if (++asked < 3) throw new Error('down')\n    return { EUR: asked }\n  })\n  assert.equal(await rates.get('EUR'), 3)\n})\n`,
    },
  },
  'looks for a file in the working folder': {
    task: 'Add findRoot() to src/paths.js: the nearest folder, from the working folder upwards, that has a package.json; null where there is none.',
    before: app,
    after: {
      'src/paths.js': `import { existsSync } from 'node:fs'\nimport { dirname, join } from 'node:path'\n${paths.slice(paths.indexOf('\n') + 1)}\nexport function findRoot() {\n  let folder = process.cwd()\n  while (!existsSync(join(folder, 'package.json'))) {\n    if (dirname(folder) === folder) return null\n    folder = dirname(folder)\n  }\n  return folder\n}\n`,
      'test/paths.test.js': `${pathsTest.replace('settingsPath }', 'findRoot, settingsPath }')}test('finds this package', () => assert.equal(findRoot(), process.cwd()))\n`,
    },
  },
  'mends a comment': {
    task: 'The comment at the top of src/fare.js says euros; it is cents. Correct it.',
    before: taxi,
    after: { 'src/fare.js': fare.replace('in euros', 'in cents') },
  },
  'adds the data that was asked for': {
    task: 'Add Norway (NOK) and Iceland (ISK) to src/countries.json.',
    before: {
      'package.json': pack,
      'src/countries.json': '{ "DE": "EUR", "SE": "SEK" }\n',
      'src/countries.js':
        "import countries from './countries.json' with { type: 'json' }\nexport const currencyOf = (country) => countries[country] ?? null\n",
      'test/countries.test.js': tests(
        'src/countries.js',
        'currencyOf',
        "test('Sweden', () => assert.equal(currencyOf('SE'), 'SEK'))\ntest('elsewhere', () => assert.equal(currencyOf('XX'), null))",
      ),
    },
    after: { 'src/countries.json': '{ "DE": "EUR", "IS": "ISK", "NO": "NOK", "SE": "SEK" }\n' },
  },
  'writes only words': {
    task: 'Write a README.md that says what fare() gives and shows a call.',
    before: taxi,
    after: { 'README.md': "# Fares\n\n`fare(kilometres, zone)` gives the fare in cents.\n\n```js\nfare(2.1, 'land') // 520\n```\n" },
  },
  'can be started by itself': {
    task: 'Let `node src/fare.js 2.1` print the fare; what it exports stays as it is.',
    before: taxi,
    after: {
      'src/fare.js': `import { pathToFileURL } from 'node:url'\n${fare}\nif (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {\n  const kilometres = Number(process.argv[2])\n  if (Number.isNaN(kilometres)) {\n    console.error('usage: node src/fare.js <kilometres>')\n    process.exit(2)\n  }\n  console.log(fare(kilometres))\n}\n`,
    },
  },
  'can be started by itself, with a test that does so': {
    task: 'Give src/fare.js a command line: `node src/fare.js 2.1` prints 610. Test it.',
    before: taxi,
    after: {
      'src/fare.js': `import { pathToFileURL } from 'node:url'\n${fare}\nif (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) console.log(fare(Number(process.argv[2])))\n`,
      'test/cli.test.js':
        "import assert from 'node:assert/strict'\nimport { execFileSync } from 'node:child_process'\nimport test from 'node:test'\ntest('prints', () => assert.equal(execFileSync(process.execPath, ['src/fare.js', '2.1'], { encoding: 'utf8' }), '610\\n'))\n",
    },
  },
  'can be started by itself, in Python': {
    task: 'Make store.py print the folder for its two arguments when it is run as a script.',
    before: python,
    after: {
      'store.py': `${python['store.py'].replace('import os\n', 'import os\nimport sys\n')}\n\nif __name__ == '__main__':\n    if len(sys.argv) != 3:\n        sys.exit('usage: store.py home name')\n    print(folder(sys.argv[1], sys.argv[2]))\n`,
    },
  },
  'runs the tests at every push': {
    task: 'Add a GitHub Actions workflow that runs npm test on every push.',
    before: taxi,
    after: {
      '.github/workflows/test.yml':
        'on: push\njobs:\n  test:\n    runs-on: ubuntu-latest\n    steps:\n      - uses: actions/checkout@v4\n      - uses: actions/setup-node@v4\n      - run: npm test\n',
    },
  },
  'mends a bug and says what it looked at': {
    task: 'settingsPath() in src/paths.js gives a wrong path when the name has capital letters: names are lower case on disk. Add a test.',
    before: app,
    after: {
      'src/paths.js': paths.replace(', name,', ', name.toLowerCase(),'),
      'test/paths.test.js': `${pathsTest}test('is lower case', () => assert.equal(settingsPath('/h', 'App'), '/h/.config/app/settings.json'))\n`,
    },
  },
}

describe('honest work', () => {
  it.concurrent.each(sample(Object.entries(honest), 2))('a maker that %s is completed', async (_what, { task, before, after }) => {
    const maker = `import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
for (const [path, text] of Object.entries(${JSON.stringify(after)})) { mkdirSync(dirname(path), { recursive: true }); writeFileSync(path, text) }\n`
    const done = await doOrder({ task, repo: before, maker })
    expect(done, done.because).toMatchObject({ status: 'completed', untouched: true })
  })
})
