import { z } from 'zod'
import { isLoopback } from '../http.ts'
import { createSandbox } from '../sandbox.ts'
import { listen } from './index.ts'

const Environment = z.object({
  SANDBOX_PORT: z.coerce.number().int().min(0).max(65535).default(4010),
  HOST: z.string().refine(isLoopback, 'the sandbox listens on a loopback address only').default('127.0.0.1'),
  SANDBOX_SEED: z.string().min(1).optional(),
})

const log = (fields: Record<string, unknown>) =>
  process.stderr.write(`${JSON.stringify({ time: new Date().toISOString(), ...fields })}\n`)

function exitWithError(error: string): never {
  log({ level: 'error', error })
  process.exit(1)
}

const environment = Environment.safeParse(process.env)
if (!environment.success) {
  const [issue] = environment.error.issues
  exitWithError(`${issue?.path.join('.')}: ${issue?.message}`)
} else {
  const { SANDBOX_PORT: port, HOST: host, SANDBOX_SEED: seed } = environment.data
  const sandbox = createSandbox(seed ? { seed } : {})
  const server = await listen(sandbox, {
    port,
    host,
    onResponse: (entry) => {
      // The start page polls every second; logging that would bury everything else.
      const isPolling = entry.method === 'GET' && entry.path.startsWith('/_sandbox/')
      if (!isPolling) log({ level: 'info', ...entry })
    },
  }).catch((error: unknown) =>
    exitWithError(
      `cannot listen on ${host}:${port}: ${error instanceof Error ? error.message : error}. If another process uses the port, choose another: SANDBOX_PORT=${port + 1}`,
    ),
  )
  process.once('SIGTERM', () => void server.close())
  process.once('SIGINT', () => void server.close())
  log({ level: 'info', started: 'sandbox', seed: sandbox.seed })
  process.stdout.write(`${JSON.stringify({ listening: server.url })}\n`)
}
