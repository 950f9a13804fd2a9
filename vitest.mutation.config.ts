import { relative } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { baseConfig } from './scripts/vite/project.ts'

/** Tests that run long, most of them of many random histories. What they find, a quicker one has often found before. */
const slow =
  /(export|deadlines|reachable-states|paid-amount-histories|linear-pattern|page-change|poison|terms-race)\.test/

class QuickFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const path = relative(this.ctx.config.root, moduleId)
      return (slow.test(path) ? 1 : 0) + (path.startsWith('test/server/rules/') ? 0 : 2)
    }
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b))
  }
}

/** The tests that `npm run mutation` names: mutants that act while a file loads are run with all of them. */
export default defineConfig({
  ...baseConfig,
  test: {
    include: (process.env['MUTATION_TESTS'] ?? '').split(' '),
    // One worker imports each file once.
    isolate: false,
    testTimeout: 60_000,
    sequence: { sequencer: QuickFirst },
  },
})
