import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Report } from './report.ts'

export interface Child {
  readonly url: string
  tell(message: object): void
  /** Resolves when it is gone. */
  gone: Promise<void>
  /** Ends it as a power cut would. */
  kill(): Promise<void>
  stop(): Promise<void>
}

/** Starts a program of this folder and waits until it listens; what it logs goes to a file. */
export async function startChild(
  program: string,
  { env, logFile }: { env: Record<string, string>; logFile: string },
): Promise<Child> {
  const log = openSync(logFile, 'a')
  const child = spawn(
    process.execPath,
    [...process.execArgv, fileURLToPath(new URL(program, import.meta.url))],
    {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'ignore', log, 'ipc'],
    },
  )
  const gone = once(child, 'exit').then(() => undefined)
  const end = async (signal: 'SIGKILL' | 'SIGTERM') => {
    child.kill(signal)
    await gone
  }
  return {
    url: await addressOf(child, program, logFile),
    tell: (message) => child.send(message),
    gone,
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
  }
}

async function addressOf(child: ChildProcess, program: string, logFile: string): Promise<string> {
  const [message] = await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => [{ failed: `${program} stopped at once; see ${logFile}` }]),
  ])
  const said = Report.parse(message)
  if ('failed' in said) throw new Error(said.failed)
  return said.listening
}
