import { globSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { defineConfig, type UserConfig } from 'vite'
import type {} from 'vitest/config'
import { testsThatImport } from './scripts/tests-that-import.ts'
import { consoleConfig } from './scripts/vite/console.ts'
import { demoConfig } from './scripts/vite/demo.ts'
import { modulesConfig } from './scripts/vite/modules.ts'
import { baseConfig, pathOf } from './scripts/vite/project.ts'
import { scriptTagConfig } from './scripts/vite/script-tag.ts'
import { serveConfig } from './scripts/vite/serve.ts'
import { buildsFolder } from './test/support/builds-folder.ts'
import { FileOrder } from './test/support/file-order.ts'
import { FolderTimes } from './test/support/folder-times.ts'
import { isFull } from './test/support/full.ts'
import { tempFolder } from './test/support/temp-folder.ts'

/** Tests that replace modules or globals, or share a document. All other files of a worker share their imports. */
const isolatedTests = [
  'test/simulator/**/*.test.ts',
  // It runs the simulator, which replaces Request and Response.
  'test/model/traces.test.ts',
  'test/widget/{embed,view}/**/*.test.{ts,tsx}',
  'test/server/html/{frameworks,render-widget}.test.{ts,tsx}',
  'test/console/session.test.ts',
  'test/console/**/*.test.tsx',
  'test/package/custom-elements.test.ts',
]

const testFiles = 'test/**/*.test.{ts,tsx}'

/** In full, only the files of which `npm test` runs a sample. */
async function testConfig(): Promise<UserConfig> {
  const sampled = await testsThatImport(/\/support\/full\.ts$/)
  const others = globSync(testFiles).filter((file) => !sampled.includes(file))
  const notRun = ['**/node_modules/**', ...(isFull ? others : [])]
  return {
    ...baseConfig,
    test: {
      projects: [
        {
          extends: true,
          test: {
            name: 'browser',
            include: ['test/browser/**/*.test.ts'],
            exclude: notRun,
            globalSetup: 'test/support/build-script-tag.ts',
            isolate: false,
          },
        },
        {
          extends: true,
          test: { name: 'isolated', include: isolatedTests, exclude: notRun },
        },
        {
          extends: true,
          test: {
            name: 'node',
            include: [testFiles],
            exclude: ['test/browser/**', ...isolatedTests, ...notRun],
            isolate: false,
          },
        },
      ],
      reporters: ['default', new FolderTimes()],
      env: {
        // Processes that tests start compile the sources once, not each for itself.
        NODE_COMPILE_CACHE: pathOf('node_modules/.cache/node'),
        TMPDIR: tempFolder(),
        TEST_BUILDS: buildsFolder(),
        // Unpacked programs stay on the disk, for the next run.
        PROGRAMS_FOLDER: process.env['PROGRAMS_FOLDER'] ?? tmpdir(),
      },
      // Tests wait for their own processes a third of the time, so three workers keep two cores busy.
      maxWorkers: 3,
      sequence: { sequencer: FileOrder },
      // The limits end what hangs. No test may be so close to one that a slow machine decides.
      testTimeout: 900_000,
      hookTimeout: 900_000,
      expect: { poll: { timeout: 90_000 } },
    },
  }
}

const builds: Record<string, () => UserConfig> = {
  modules: modulesConfig,
  script: scriptTagConfig,
  console: consoleConfig,
  serve: serveConfig,
  demo: demoConfig,
}

/** `vite build --mode modules`, `script`, `console`, `serve` or `demo`; any other mode runs the tests. */
export default defineConfig(({ mode }) => builds[mode]?.() ?? testConfig())
