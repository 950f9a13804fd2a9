import { createServer as createHttpServer, type RequestListener } from 'node:http'
import { createServer, type Server } from 'node:net'

/** Serves HTTP until `atEnd` calls back: `afterAll`, or `onTestFinished`. Returns the URL without a slash at its end. */
export async function serveOnLoopback(
  listener: RequestListener,
  atEnd: (close: () => void) => void,
): Promise<string> {
  const server = createHttpServer(listener)
  atEnd(() => {
    server.close()
    server.closeAllConnections()
  })
  return await listenOnLoopback(server)
}

/** Listens on a free port of this machine. Returns the URL without a slash at its end. */
export async function listenOnLoopback(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port.')
  return `http://127.0.0.1:${address.port}`
}

/**
 * A port for a process that needs one before it starts, or the same one twice. It is below those that the system gives to
 * other servers and connections, which could take it in between.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 10_000 + Math.floor(Math.random() * 10_000)
    // Held until this process ends, so that no process of the tests is given the port below.
    const claim = await listenAt(port + 10_000)
    if (claim === null) continue
    claim.unref()
    const server = await listenAt(port)
    if (server === null) continue
    await new Promise((resolve) => server.close(resolve))
    return port
  }
}

/** Null if the port is taken. */
function listenAt(port: number): Promise<Server | null> {
  const server = createServer()
  return new Promise((resolve) => {
    server.once('error', () => resolve(null))
    server.listen(port, '127.0.0.1', () => resolve(server))
  })
}
