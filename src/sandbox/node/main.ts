import { z } from 'zod'
import { createSandbox } from '../sandbox.ts'
import { listen } from './index.ts'

const loopback = /^(localhost|127(\.\d+){3}|::1)$/

const Environment = z.object({
  SANDBOX_PORT: z.coerce.number().int().min(0).max(65535).default(4010),
  HOST: z.string().regex(loopback, 'the sandbox listens on a loopback address only').default('127.0.0.1'),
  SANDBOX_SEED: z.string().min(1).optional(),
})

const log = (line: Record<string, unknown>) =>
  process.stderr.write(`${JSON.stringify({ time: new Date().toISOString(), ...line })}\n`)

const stop = (error: string): never => {
  log({ level: 'error', error })
  process.exit(1)
}

const read = Environment.safeParse(process.env)
if (!read.success) {
  const [issue] = read.error.issues
  stop(`${issue?.path.join('.')}: ${issue?.message}`)
} else {
  const { SANDBOX_PORT: port, HOST: host, SANDBOX_SEED: seed } = read.data
  const sandbox = createSandbox(seed ? { seed } : {})
  const listening = await listen(sandbox, {
    port,
    host,
    onAnswer: (line) => {
      // The start page asks every second: that is no news.
      const watching = line.method === 'GET' && line.path.startsWith('/_sandbox/')
      if (!watching) log({ level: 'info', ...line })
    },
  }).catch((error: unknown) =>
    stop(`cannot listen on ${host}:${port}: ${error instanceof Error ? error.message : error}`),
  )
  process.once('SIGTERM', () => void listening.close())
  process.once('SIGINT', () => void listening.close())
  log({ level: 'info', started: 'sandbox', seed: sandbox.seed })
  process.stdout.write(`${JSON.stringify({ listening: listening.url })}\n`)
}
