import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test } from 'vitest'
import { isFull } from '../support/full.ts'
import { startSandbox } from '../support/processes.ts'

interface NpmProcess {
  pid: number
  /** The shell that npm starts. */
  shell: number
  /** The server that the shell starts. */
  server: number
}

const childOf = (pid: number): Promise<number> =>
  new Promise((resolve, reject) => {
    const ps = spawn('ps', ['-o', 'pid=', '--ppid', String(pid)])
    ps.stdout.on('data', (text: Buffer) => resolve(Number(String(text).trim().split('\n')[0])))
    ps.on('close', () => reject(new Error(`${pid} has no child`)))
  })

/** Runs a script with npm until its server listens. */
async function npmRun(script: string, env: Record<string, string>): Promise<NpmProcess> {
  const npm = spawn('npm', ['run', script], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const lines = createInterface(npm.stdout)
  await new Promise<void>((resolve, reject) => {
    lines.on('line', (line) => line.startsWith('{') && resolve())
    npm.once('exit', () => reject(new Error(`npm run ${script} ended before it listened`)))
  })
  const pid = npm.pid ?? 0
  const shell = await childOf(pid)
  return { pid, shell, server: await childOf(shell) }
}

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

const sealKey = Buffer.from(Array.from({ length: 32 }, (_, index) => index)).toString('base64')

/** Signalled alone, as a process manager does: npm, or the shell that it starts. */
const signals = [
  ['server', 'pid', 'SIGTERM'],
  ['sandbox', 'shell', 'SIGTERM'],
  ['sandbox', 'pid', 'SIGKILL'],
] as const

test.runIf(isFull && process.platform === 'linux')(
  'no server is left behind when npm or its shell is signalled',
  async () => {
    const { settings, stop } = await startSandbox()
    onTestFinished(async () => void (await stop()))
    const env = {
      ...settings,
      SANDBOX_PORT: '0',
      PORT: '0',
      DATABASE_URL: 'file::memory:',
      SEAL_KEY: sealKey,
    }
    await Promise.all(
      signals.map(async ([script, target, signal]) => {
        const started = await npmRun(script, env)
        process.kill(started[target], signal)
        const message = `${script} after ${signal}`
        await expect.poll(() => isRunning(started.server), { message }).toBe(false)
      }),
    )
  },
)
