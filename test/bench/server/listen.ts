import { createServer, type RequestListener } from 'node:http'

/** Listens on a free port and prints its URL. The process ends on SIGTERM. */
export async function listen(listener: RequestListener): Promise<void> {
  const server = createServer({ keepAliveTimeout: 120_000 }, listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', 2048, resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port')
  process.stdout.write(`${JSON.stringify({ listening: `http://127.0.0.1:${address.port}` })}\n`)
}
process.once('SIGTERM', () => process.exit())
