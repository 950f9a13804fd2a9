import { createServer, type Server } from 'node:net'

/** Listens on a free port of this machine. Returns the URL without a slash at its end. */
export async function listenOnLoopback(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port.')
  return `http://127.0.0.1:${address.port}`
}

/** A port that is free now. */
export async function freePort(): Promise<number> {
  const server = createServer()
  const url = await listenOnLoopback(server)
  await new Promise((resolve) => server.close(resolve))
  return Number(new URL(url).port)
}
