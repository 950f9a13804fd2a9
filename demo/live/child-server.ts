import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Report } from './report.ts'

export type ChildServer = Awaited<ReturnType<typeof startChild>>

/** Starts a program of this folder and waits until it listens; its log goes to a file. */
export async function startChild(
  program: string,
  { env, logFile }: { env: Record<string, string>; logFile: string },
) {
  const log = openSync(logFile, 'a')
  const child = spawn(
    process.execPath,
    [...process.execArgv, fileURLToPath(new URL(program, import.meta.url))],
    {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'ignore', log, 'ipc'],
    },
  )
  const exited = once(child, 'exit').then(() => undefined)
  const terminate = async (signal: 'SIGKILL' | 'SIGTERM') => {
    child.kill(signal)
    await exited
  }
  return {
    url: await urlOf(child, program, logFile),
    send: (message: object) => child.send(message),
    /** Resolves when the process has exited. */
    exited,
    kill: () => terminate('SIGKILL'),
    stop: () => terminate('SIGTERM'),
  }
}

async function urlOf(child: ChildProcess, program: string, logFile: string): Promise<string> {
  const [message] = await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => [{ failed: `${program} stopped at once; see ${logFile}` }]),
  ])
  const report = Report.parse(message)
  if ('failed' in report) throw new Error(report.failed)
  return report.listening
}
