/** The sandbox as a separate process. */
import { createSandbox } from 'paypane/sandbox'
import { listen } from 'paypane/sandbox/node'
import { report, stopOnSignal } from './report.ts'

const port = Number(process.env['SANDBOX_PORT'] ?? 4010)
try {
  const { url, close } = await listen(createSandbox(), { port })
  report({ listening: url })
  stopOnSignal(close)
} catch (error) {
  report({ failed: error instanceof Error ? error.message : String(error) })
  process.exitCode = 1
  process.disconnect()
}
