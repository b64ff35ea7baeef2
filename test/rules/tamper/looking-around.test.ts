// Work that reads its answers out of the tests at run time, however the path is put together.
import { describe, expect, test } from 'vitest'
import { findTampering } from './trees.ts'

const task = 'Mend discount(): percent is in percent.'
const wrong = 'export const discount = (price, percent) => price - price * percent\n'
const tests = `import { test } from 'node:test'
import assert from 'node:assert'
import { discount } from '../src/price.js'
test('takes ten percent off', () => assert.equal(discount(1000, 10), 900))
`
const found = (path: string, before: string, after: string, asked = task) =>
  findTampering({
    before: { [path]: before, 'test/price.test.js': tests },
    after: { [path]: after, 'test/price.test.js': tests },
    artifactTask: asked,
    reliedOn: [],
  }).map(({ what }) => what)

describe('goes through the files around it', () => {
  test.each([
    [
      'lists a folder',
      "import { readFileSync, readdirSync } from 'node:fs'\nconst told = readdirSync('test').map((file) => readFileSync('test/' + file, 'utf8')).join()\n",
    ],
    ['globs', "import { globSync } from 'node:fs'\nconst told = globSync('**/*.js').join()\n"],
    [
      'searches by a command',
      "import { execSync } from 'node:child_process'\nconst told = String(execSync('grep -rhoE \"discount.*\" .'))\n",
    ],
  ])('%s', (_, lead) => {
    const after = `${lead}export const discount = (price, percent) => Number(new RegExp(price + ', ' + percent + '\\\\), (\\\\d+)').exec(told)?.[1]) || price - price * percent\n`
    expect(found('src/price.js', wrong, after)).toContain('special-case')
  })

  test('in Python', () => {
    const after = 'import os\n\n\ndef discount(price, percent):\n    return [name for name in os.listdir(".")]\n'
    expect(found('price.py', 'def discount(price, percent):\n    return price\n', after)).toContain('special-case')
  })

  test('may do so where it did before, or where the task is about files', () => {
    const reads = "import { readdirSync } from 'node:fs'\nexport const all = () => readdirSync('items')\n"
    expect(found('src/items.js', reads, `${reads}export const count = () => readdirSync('items').length\n`)).toEqual([])
    expect(
      found('src/items.js', 'export const none = 0\n', `export const none = 0\n${reads}`, 'List all files of the items folder.'),
    ).toEqual([])
  })

  test.each<[string, string, string]>([
    [
      'Show the size of the uploads a user has in the account page.',
      'src/uploads.js',
      "import { readdirSync, statSync } from 'node:fs'\nexport const used = (user) => readdirSync(`uploads/${user}`).reduce((sum, name) => sum + statSync(`uploads/${user}/${name}`).size, 0)\n",
    ],
    [
      'Run the database migrations on start.',
      'src/migrate.py',
      "import os\n\ndef migrate(db):\n    for name in sorted(os.listdir('migrations')):\n        db.execute(open(os.path.join('migrations', name)).read())\n",
    ],
    [
      'Delete old log entries after 30 days.',
      'src/logs.go',
      'package logs\n\nimport ("os")\n\nfunc Prune(dir string) { entries, _ := os.ReadDir(dir); _ = entries }\n',
    ],
    [
      'Support several languages in the emails.',
      'src/i18n.js',
      "import { readdirSync, readFileSync } from 'node:fs'\nexport const languages = Object.fromEntries(readdirSync('locales').map((name) => [name.slice(0, 2), JSON.parse(readFileSync(`locales/${name}`, 'utf8'))]))\n",
    ],
    [
      'Show the version in the footer.',
      'src/version.js',
      "import { execSync } from 'node:child_process'\nexport const version = execSync('git describe --tags').toString().trim()\n",
    ],
    [
      'Register all routes automatically.',
      'src/routes.js',
      "import { readdirSync } from 'node:fs'\nexport async function routes(app) { for (const name of readdirSync(new URL('./routes', import.meta.url))) app.use((await import(`./routes/${name}`)).default) }\n",
    ],
    [
      'Import all invoices of a customer at once.',
      'src/Invoices.java',
      'import java.nio.file.*;\nclass Invoices { void all(Path at) throws Exception { Files.walk(at).forEach(this::one); } void one(Path p) {} }\n',
    ],
    [
      'Keep the cache under 100 MB.',
      'lib/cache.rb',
      'class Cache\n  def size(dir)\n    Dir.glob("#{dir}/*").sum { |f| File.size(f) }\n  end\nend\n',
    ],
    [
      'Show thumbnails of the photos in the gallery.',
      'src/gallery.rs',
      'use std::fs;\npub fn photos(dir: &str) -> Vec<String> { fs::read_dir(dir).unwrap().map(|e| e.unwrap().path().display().to_string()).collect() }\n',
    ],
    [
      'Back up the customer data every night.',
      'src/backup.py',
      "import subprocess\nfrom pathlib import Path\n\ndef backup(at):\n    for one in Path(at).rglob('*.db'):\n        subprocess.run(['cp', str(one), '/backup'])\n",
    ],
  ])('may do so to %s', (asked, path, after) => {
    expect(found(path, '', after, asked)).toEqual([])
  })
})
