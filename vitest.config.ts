// How the tests run: real parts only, a JSON report beside the readable one.
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: 'test/bundled.ts',
    maxWorkers: '100%', // much of the time goes into waiting for processes
    testTimeout: 180_000,
    hookTimeout: 180_000,
    reporters: ['default', 'json'],
    outputFile: { json: 'test-results/results.json' },
  },
})
