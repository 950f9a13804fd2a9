import { createSandbox } from 'paypane/sandbox'
import { listen } from 'paypane/sandbox/node'
import { report, stopOnSignal } from './report.ts'

/** The sandbox, in a process of its own: a service is never where a merchant's server is. */
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
