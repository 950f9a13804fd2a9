import { relative, resolve } from 'node:path'
import type { Reporter, TestModule } from 'vitest/node'

const tests = resolve(import.meta.dirname, '..')

/** Prints how many seconds the tests of each folder took, the slowest first. */
export class FolderTimes implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const seconds = new Map<string, number>()
    for (const module of modules) {
      const [folder = ''] = relative(tests, module.moduleId).split('/')
      seconds.set(folder, (seconds.get(folder) ?? 0) + secondsOf(module))
    }
    const lines = [...seconds]
      .sort(([, a], [, b]) => b - a)
      .map(([folder, time]) => `${time.toFixed(1).padStart(8)} s  ${folder}`)
    process.stdout.write(`\n Time by folder, workers added up\n${lines.join('\n')}\n\n`)
  }
}

/** Setting up, importing and running. */
function secondsOf(module: TestModule): number {
  const { environmentSetupDuration, prepareDuration, collectDuration, setupDuration, duration } =
    module.diagnostic()
  return (environmentSetupDuration + prepareDuration + collectDuration + setupDuration + duration) / 1000
}
