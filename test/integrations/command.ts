import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'

const startMs = 60_000
const stopMs = 30_000

/** A running command. `stop` ends it and its child processes; it rejects if SIGTERM does not. */
export interface Running {
  /** The output so far. */
  output(): string
  /** Resolves with the first match in the output; rejects if the command exits before. */
  waitForOutput(pattern: RegExp): Promise<string>
  stop(): Promise<void>
  /** The exit code; null after a signal. */
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
    // Its own process group: npm starts a shell, which starts the server.
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
      throw new Error(`${command} ${args.join(' ')} did not output ${pattern}:\n${text.slice(-4000)}`)
    },
    async stop() {
      if (isOver() || !child.pid) return
      process.kill(-child.pid, 'SIGTERM')
      const isEnded = await Promise.race([ended.then(() => true), sleep(stopMs, false, { ref: false })])
      if (isEnded) return
      process.kill(-child.pid, 'SIGKILL')
      throw new Error(`${command} ${args.join(' ')} did not end on SIGTERM`)
    },
    ended,
  }
}

/** Runs a command until it exits; rejects with its output if it fails. */
export async function runToEnd(command: string, args: readonly string[], cwd: string): Promise<void> {
  const running = start(command, args, cwd)
  const code = await running.ended
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} failed:\n${running.output().slice(-4000)}`)
}

/** Resolves once the URL responds, with `isWanted` once it responds so. A server that is starting responds 503. */
export async function waitForResponse(
  url: string,
  server: Running,
  init: RequestInit = {},
  isWanted: (response: Response) => boolean = () => true,
): Promise<void> {
  for (const deadline = Date.now() + startMs; Date.now() < deadline; await sleep(100)) {
    const response = await fetch(url, init).catch(() => null)
    await response?.body?.cancel()
    if (response && response.status !== 503 && isWanted(response)) return
  }
  throw new Error(`${url} never responded as it should:\n${server.output().slice(-4000)}`)
}
