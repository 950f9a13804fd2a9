import { defineConfig, type UserConfig } from 'vite'
import type {} from 'vitest/config'
import { consoleConfig } from './scripts/vite/console.ts'
import { demoConfig } from './scripts/vite/demo.ts'
import { baseConfig } from './scripts/vite/project.ts'
import { scriptTagConfig } from './scripts/vite/script-tag.ts'
import { FolderTimes } from './test/support/folder-times.ts'

const testConfig: UserConfig = {
  ...baseConfig,
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          include: ['test/**/*.test.{ts,tsx}'],
          exclude: ['test/browser/**', '**/node_modules/**'],
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: ['test/browser/**/*.test.ts'],
          globalSetup: 'test/support/build-script-tag.ts',
        },
      },
    ],
    reporters: ['default', new FolderTimes()],
    // Most tests wait for their own processes, so two workers pay off on two cores too.
    maxWorkers: 2,
    // CI machines are shared: a second try counts there, and is reported.
    retry: process.env['CI'] === undefined ? 0 : 1,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 10_000 } },
  },
}

const builds: Record<string, () => UserConfig> = {
  script: scriptTagConfig,
  console: consoleConfig,
  demo: demoConfig,
}

/** `vite build --mode script`, `console` or `demo`; any other mode runs the tests. */
export default defineConfig(({ mode }) => builds[mode]?.() ?? testConfig)
