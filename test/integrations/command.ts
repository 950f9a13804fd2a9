import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

const startMs = 60_000

/** A command that runs until it is stopped, with all that it has started. */
export interface Running {
  /** What it has output so far. */
  output(): string
  /** Resolves with the first part of what it says that the pattern matches; rejects where it ends without. */
  waitForOutput(pattern: RegExp): Promise<string>
  stop(): Promise<void>
  /** The exit code; null where a signal ended it. */
  ended: Promise<number | null>
}

export function start(
  command: string,
  args: readonly string[],
  cwd: string,
  env: Record<string, string> = {},
): Running {
  const child = spawn(command, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own: npm starts a shell, which starts the server.
    detached: true,
  })
  let text = ''
  const ended = once(child, 'close').then(() => child.exitCode)
  child.stdout.setEncoding('utf8').on('data', (part: string) => (text += part))
  child.stderr.setEncoding('utf8').on('data', (part: string) => (text += part))
  const isOver = () => child.exitCode !== null || child.signalCode !== null
  return {
    output: () => text,
    async waitForOutput(pattern) {
      for (const deadline = Date.now() + startMs; Date.now() < deadline; await sleep(50)) {
        const [found] = pattern.exec(text) ?? []
        if (found !== undefined) return found
        if (isOver()) break
      }
      throw new Error(`${command} ${args.join(' ')} never output ${pattern}:\n${text.slice(-4000)}`)
    },
    async stop() {
      if (!isOver() && child.pid) process.kill(-child.pid, 'SIGTERM')
      await ended
    },
    ended,
  }
}

/** Runs a command to its end; rejects with what it output where it fails. */
export async function runToEnd(command: string, args: readonly string[], cwd: string): Promise<void> {
  const running = start(command, args, cwd)
  const code = await running.ended
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} failed:\n${running.output().slice(-4000)}`)
}

/** A port that nobody uses now. */
export async function freePort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (typeof address !== 'object' || address === null) throw new Error('There is no free port')
  return String(address.port)
}

/** Resolves once the address waitForResponse. */
export async function waitForResponse(url: string, server: Running): Promise<void> {
  for (const deadline = Date.now() + startMs; Date.now() < deadline; await sleep(100)) {
    const response = await fetch(url).catch(() => null)
    await response?.body?.cancel()
    if (response) return
  }
  throw new Error(`${url} never answered:\n${server.output().slice(-4000)}`)
}
