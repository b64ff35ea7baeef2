// The rule tester: a table of texts that must pass and texts that must fail. Works in any test runner, or in none.
import { testCheck } from 'whetstone/testing'
import { noShouting } from './check.ts'

await testCheck(noShouting, {
  valid: ['Hello.\n', 'We support HTTP and JSON.\n', { text: 'LICENSE\n', params: { allow: ['LICENSE'] } }],
  invalid: [{ text: 'Hello.\nBUY IT NOW\n', lines: [2], says: 'capitals' }, 'STOP\n'],
})
process.stdout.write('house.no-shouting holds on 5 texts\n')
