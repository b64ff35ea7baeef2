// Shell scripts written before trust was read: which files each one sources, and where that cannot be read.

export interface Script {
  name: string
  text: string
  /** Files beside it that trust must cover. */
  covers: string[]
  /** Trust must say that something here is not covered. */
  unread?: true
}

export const scripts: Script[] = [
  { name: 'dot', text: '#!/bin/sh\n. ./lib.sh\necho hi\n', covers: ['lib.sh'] },
  { name: 'source', text: '#!/bin/bash\nsource lib/common.sh\n', covers: ['lib/common.sh'] },
  { name: 'quoted', text: '. "./lib.sh"\n. \'other.sh\'\n', covers: ['lib.sh', 'other.sh'] },
  { name: 'after a semicolon', text: 'set -e; . ./lib.sh; run\n', covers: ['lib.sh'] },
  { name: 'after &&', text: '[ -f lib.sh ] && . ./lib.sh\n', covers: ['lib.sh'] },
  { name: 'in an if', text: 'if true; then\n  source ./lib.sh\nfi\n', covers: ['lib.sh'] },
  { name: 'beside the script', text: '. "$(dirname "$0")/lib.sh"\n', covers: ['lib.sh'] },
  { name: 'beside the script, in braces', text: 'source "${BASH_SOURCE%/*}/lib.sh"\n', covers: ['lib.sh'] },
  { name: 'from a variable', text: '. "$LIB/common.sh"\n', covers: [], unread: true },
  { name: 'from a computed name', text: 'source "$(find . -name env.sh)"\n', covers: [], unread: true },
  { name: 'in a comment', text: '# . ./lib.sh\necho hi\n', covers: [] },
  { name: 'in a string', text: 'echo "to load: . ./lib.sh"\n', covers: [] },
  { name: 'runs another script', text: 'sh ./other.sh\n', covers: ['other.sh'] },
  { name: 'runs another script by path', text: './other.sh --flag\n', covers: ['other.sh'] },
  { name: 'runs node on a file', text: 'node tools/check.mjs\n', covers: ['tools/check.mjs'] },
  { name: 'exec', text: 'exec ./other.sh "$@"\n', covers: ['other.sh'] },
  { name: 'not there', text: '. ./missing.sh\n', covers: [], unread: true },
  { name: 'outside', text: '. /etc/profile\n', covers: [], unread: true },
  { name: 'nothing', text: 'echo hello\n', covers: [] },
  { name: 'eval', text: 'eval "$(cat lib.sh)"\n', covers: [], unread: true },
]
