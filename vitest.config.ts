// How the tests run: real parts only, a JSON report beside the readable one.
import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

/** Tests that only call functions share a process: starting one and loading everything again was a third of their time. */
const calls = [
  'test/{agents,gates,kernel,learning,lib,operations,report,rules,workflows}/**/*.test.ts',
  'test/seeds/!(reflex-threads).test.ts', // that one takes threads away from what it loads
]

export default defineConfig({
  test: {
    globalSetup: 'test/bundled.ts',
    maxWorkers: Math.ceil(availableParallelism() * 1.5), // much of the time goes into waiting for processes
    testTimeout: 180_000,
    hookTimeout: 180_000,
    reporters: ['default', 'json'],
    outputFile: { json: 'test-results/results.json' },
    projects: [
      { extends: true, test: { name: 'calls', include: calls, isolate: false } },
      { extends: true, test: { name: 'processes', include: ['test/**/*.test.ts'], exclude: calls } },
    ],
  },
})
