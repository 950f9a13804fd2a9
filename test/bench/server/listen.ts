import { createServer, type RequestListener } from 'node:http'

/** Listens on a free port of this machine, and says where, as all servers here do. Ends with SIGTERM. */
export async function listen(listener: RequestListener): Promise<void> {
  const server = createServer({ keepAliveTimeout: 120_000 }, listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', 2048, resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no address')
  process.stdout.write(`${JSON.stringify({ listening: `http://127.0.0.1:${address.port}` })}\n`)
}
process.once('SIGTERM', () => process.exit())
