// A patch of several files is taken apart by file, whatever its lines look like.
import { expect, it } from 'vitest'
import { patchFiles } from '../../src/lib/patch-files.ts'

const part = (head: string, body = '') => `diff --git ${head}\n${body}`
const changed = part(
  'a/src/a b.js b/src/a b.js',
  'index 1..2 100644\n--- a/src/a b.js\t\n+++ b/src/a b.js\t\n@@ -1,2 +1,2 @@\n--- a list\n+++ b list\n same\n',
)
const added = part(
  'a/new.txt b/new.txt',
  'new file mode 100644\nindex 0..1\n--- /dev/null\n+++ b/new.txt\n@@ -0,0 +1 @@\n+diff --git a/x b/x\n',
)
const gone = part('a/old.txt b/old.txt', 'deleted file mode 100644\nindex 1..0\n--- a/old.txt\n+++ /dev/null\n@@ -1 +0,0 @@\n-bye\n')
const empty = part('a/empty b/empty', 'new file mode 100644\nindex 0..e\n')
const quoted = part('"a/\\303\\244.js" "b/\\303\\244.js"', '--- "a/\\303\\244.js"\n+++ "b/\\303\\244.js"\n@@ -1 +1 @@\n-a\n+b\n')
const moved = part('a/from.js b/to.js', 'similarity index 100%\nrename from from.js\nrename to to.js\n')

it.each([
  ['nothing', '', []],
  ['one file', changed, [['src/a b.js', 'changed']]],
  [
    'several',
    changed + added + gone + empty + quoted + moved,
    [
      ['src/a b.js', 'changed'],
      ['new.txt', 'new'],
      ['old.txt', 'gone'],
      ['empty', 'new'],
      ['ä.js', 'changed'],
      ['to.js', 'changed'],
    ],
  ],
])('%s', (_, patch, files) => {
  const found = patchFiles(patch)
  expect(found.map(({ path, is }) => [path, is])).toEqual(files)
  expect(found.map((each) => each.patch).join('')).toBe(patch)
})
