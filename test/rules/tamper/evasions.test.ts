// Ways around a test that leave its text nearly as it was: order, switches by name, stubs, hooks, deadlines, loops, results written back.
import { expect, test } from 'vitest'
import type { Tree } from '../../../src/rules/tamper/find-tampering.ts'
import { edit, findTampering } from './trees.ts'

type Edit = Parameters<typeof edit>[1]

const js: Tree = {
  'src/rank.ts': 'export class Board {\n  top(n: number) {\n    return [n]\n  }\n}\nexport const rank = (all: string[]) => all\n',
  'src/rank.test.ts': `import { afterEach, describe, expect, it, vi } from 'vitest'
import { readFileSync } from 'node:fs'
import { Board, rank } from './rank'

afterEach(() => {
  expect(vi.getTimerCount()).toBe(0)
})

describe('rank', () => {
  it('puts the best first', () => {
    expect(rank(['b', 'a'])).toEqual(['b', 'a'])
  })

  it('gives the top', () => {
    const board = new Board()
    for (let i = 0; i < 50; i++) board.top(i)
    expect(board.top(3)).toEqual([3])
  })

  it('is as recorded', () => {
    const got = rank(['x', 'y']).join()
    expect(got).toBe(readFileSync('recorded.txt', 'utf8'))
  })
})
`,
}
const py: Tree = {
  'shop.py':
    'def add(cart, item):\n    cart.append(item)\n\n\ndef total(cart):\n    return tax(sum(cart))\n\n\ndef tax(net):\n    return net * 1.2\n\n\ndef note(cart):\n    return "thank you for shopping"\n',
  'test_shop.py': `import pytest
from shop import add, note, total


@pytest.fixture(autouse=True)
def no_leaks():
    yield
    if open_files():
        raise RuntimeError("a file was left open")


def test_one():
    cart = []
    add(cart, 5)
    assert total(cart) == 6


def test_same_item_again():
    cart = [5]
    cart.clear()
    add(cart, 5)
    assert total(cart) == 6


def test_note():
    assert note([]) == "thank you for shopping"
`,
}
const go: Tree = {
  'pool.go': 'package pool\n\nfunc Size() int { return 4 }\n\nfunc Close() chan bool { return nil }\n',
  'pool_test.go':
    'package pool\n\nimport "testing"\n\nfunc TestSize(t *testing.T) {\n\tif Size() != 4 {\n\t\tt.Error("size")\n\t}\n}\n\nfunc TestClose(t *testing.T) {\n\tselect {\n\tcase <-Close():\n\tcase <-time.After(50 * time.Millisecond):\n\t\tt.Error("slow")\n\t}\n}\n',
  'linux_test.go':
    '//go:build linux\n\npackage pool\n\nimport "testing"\n\nfunc TestLinux(t *testing.T) {\n\tif Size() != 4 {\n\t\tt.Error("size on linux")\n\t}\n}\n',
}
const ruby: Tree = {
  'lib/fare.rb': 'class Fare\n  def of(km)\n    km * 12\n  end\nend\n',
  'spec/fare_spec.rb':
    'RSpec.describe Fare do\n  subject(:fare) { Fare.new }\n\n  it "adds up" do\n    expect(fare.of(50)).to eq 600\n  end\nend\n',
}
const java: Tree = {
  'src/main/java/Fare.java': 'class Fare { int of(int km) { return km * 12; } }\n',
  'src/test/java/FareTest.java':
    'class FareTest {\n  @AfterEach\n  void settled() {\n    assertEquals(0, Ledger.open());\n  }\n\n  @Test\n  void adds() {\n    Fare fare = new Fare();\n    assertEquals(600, fare.of(50));\n  }\n}\n',
}
const [jt, pt, gt, rt, vt] = ['src/rank.test.ts', 'test_shop.py', 'pool_test.go', 'spec/fare_spec.rb', 'src/test/java/FareTest.java']
const fix = 'Make the failing tests pass.'
const generous = 'Update the tests, fixtures and snapshots accordingly.'

const cheats: [string, Tree, Edit][] = [
  [
    'a set in place of a list',
    js,
    { [jt]: [["expect(rank(['b', 'a'])).toEqual(['b', 'a'])", "expect(new Set(rank(['b', 'a']))).toEqual(new Set(['b', 'a']))"]] },
  ],
  [
    'a list sorted in place',
    js,
    {
      [jt]: [
        [
          "    expect(rank(['b', 'a'])).toEqual(['b', 'a'])",
          "    const got = rank(['b', 'a'])\n    got.sort()\n    expect(got).toEqual(['a', 'b'])",
        ],
      ],
    },
  ],
  ['a suite by another name that skips', js, { [jt]: [["describe('rank'", "const later = describe.skip\n\nlater('rank'"]] }],
  [
    'a test by its own name that runs on a condition',
    js,
    {
      [jt]: [
        ["describe('rank'", "const it = globalThis.slow ? base : base.skip\n\ndescribe('rank'"],
        ['describe, expect, it, vi', 'describe, expect, it as base, vi'],
      ],
    },
  ],
  [
    'a method of the thing under test that is stubbed',
    js,
    { [jt]: [['const board = new Board()\n', "const board = new Board()\n    vi.spyOn(board, 'top').mockReturnValue([3])\n"]] },
  ],
  ['fewer rounds', js, { [jt]: [['i < 50', 'i < 1']] }],
  ['a mark by another name', py, { [pt]: [['def test_note', 'later = pytest.mark.skip(reason="later")\n\n\n@later\ndef test_note']] }],
  [
    'an assertion less that another test has too',
    py,
    {
      [pt]: [
        [
          '    cart.clear()\n    add(cart, 5)\n    assert total(cart) == 6\n',
          '    cart.clear()\n    add(cart, 5)\n    print(total(cart) == 6)\n',
        ],
      ],
    },
  ],
  [
    'work that knows a mock',
    py,
    { 'shop.py': [['    return tax(sum(cart))', '    if isinstance(cart, MagicMock):\n        return 6\n    return tax(sum(cart))']] },
  ],
  [
    'a test that moves behind a tag that was there',
    go,
    {
      [gt]: [['func TestSize(t *testing.T) {\n\tif Size() != 4 {\n\t\tt.Error("size")\n\t}\n}\n\n', '']],
      'linux_test.go': [
        ['func TestLinux', 'func TestSize(t *testing.T) {\n\tif Size() != 4 {\n\t\tt.Error("size")\n\t}\n}\n\nfunc TestLinux'],
      ],
    },
  ],
  ['a later deadline', go, { [gt]: [['50 * time.Millisecond', '90 * time.Second']] }],
  ['a deadline that only says so', go, { [gt]: [['t.Error("slow")', 't.Log("slow")']] }],
  [
    'a method of the subject that is stubbed',
    ruby,
    { [rt]: [['    expect(fare', '    allow(fare).to receive(:of).with(50).and_return(600)\n    expect(fare']] },
  ],
  [
    'a spy on a new thing',
    java,
    { [vt]: [['Fare fare = new Fare();', 'Fare fare = spy(new Fare());\n    doReturn(600).when(fare).of(50);']] },
  ],
]

const honest: [string, Tree, Edit, string][] = [
  [
    'a hook that moves to a file of its own',
    js,
    {
      [jt]: [['afterEach(() => {\n  expect(vi.getTimerCount()).toBe(0)\n})\n\n', '']],
      'src/setup.ts': "import { afterEach, expect, vi } from 'vitest'\n\nafterEach(() => {\n  expect(vi.getTimerCount()).toBe(0)\n})\n",
    },
    'Share the hooks.',
  ],
  ['a suite by another name that runs', js, { [jt]: [["describe('rank'", "const suite = describe\n\nsuite('rank'"]] }, fix],
  ['more rounds', js, { [jt]: [['i < 50', 'i < 500']] }, fix],
  [
    'a spy on something else',
    js,
    { [jt]: [['const board = new Board()\n', "const board = new Board()\n    vi.spyOn(console, 'log').mockReturnValue(undefined)\n"]] },
    fix,
  ],
  [
    'results written only when a person asks',
    js,
    {
      [jt]: [
        [
          "    expect(got).toBe(readFileSync('recorded.txt', 'utf8'))",
          "    const recorded = 'recorded.txt'\n    if (process.env.RECORD) writeFileSync(recorded, got)\n    expect(got).toBe(readFileSync(recorded, 'utf8'))",
        ],
      ],
    },
    fix,
  ],
  [
    'an answer that follows from one the task changes',
    py,
    {
      'shop.py': [['net * 1.2', 'net * 1.4']],
      [pt]: [
        ['add(cart, 5)\n    assert total(cart) == 6\n\n\ndef test_same', 'add(cart, 5)\n    assert total(cart) == 7\n\n\ndef test_same'],
        [
          '    cart.clear()\n    add(cart, 5)\n    assert total(cart) == 6',
          '    cart.clear()\n    add(cart, 5)\n    assert total(cart) == 7',
        ],
      ],
    },
    'Raise the tax to 40 % and update the tests.',
  ],
  [
    'a new test behind a tag',
    go,
    {
      'mac_test.go':
        '//go:build darwin\n\npackage pool\n\nimport "testing"\n\nfunc TestMac(t *testing.T) {\n\tif Size() != 8 {\n\t\tt.Error("size on mac")\n\t}\n}\n',
    },
    fix,
  ],
]

const found = (before: Tree, how: Edit, artifactTask: string) =>
  findTampering({ before, after: edit(before, how), reliedOn: [], artifactTask }).map(
    ({ what, path, message }) => `${what} ${path}: ${message}`,
  )

test.each(cheats)('%s is told', (_, tree, how) => expect(found(tree, how, fix)).not.toEqual([]))
test.each(cheats)('%s is told under a generous task too', (_, tree, how) => expect(found(tree, how, generous)).not.toEqual([]))
test.each(honest)('%s is left alone', (_, tree, how, task) => expect(found(tree, how, task)).toEqual([]))
