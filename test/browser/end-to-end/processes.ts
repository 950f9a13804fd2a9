import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { inheritedEnv } from '../../support/processes.ts'
import { program } from '../../support/programs.ts'

const root = join(import.meta.dirname, '../../..')

/** A process of this repository, started as by its npm script. */
export interface Process {
  /** The URL it listens on. */
  url: string
  /** Everything it wrote to standard output and standard error. */
  output(): string
  kill(signal: 'SIGKILL' | 'SIGTERM'): Promise<void>
}

/** Starts a program and waits until it prints its URL. */
export async function start(
  args: readonly string[],
  env: Record<string, string>,
  parseUrl: (output: string) => string | undefined = parseListeningLine,
): Promise<Process> {
  const child = spawn(
    process.execPath,
    ['--conditions=paypane-source', '--disable-warning=ExperimentalWarning', ...args],
    { cwd: root, env: { ...inheritedEnv, ...env }, stdio: ['ignore', 'pipe', 'pipe'] },
  )
  let output = ''
  const url = await new Promise<string>((resolve, reject) => {
    const onData = (chunk: Buffer) => {
      output += chunk.toString()
      const found = parseUrl(output)
      if (found !== undefined) resolve(found)
    }
    child.stdout.on('data', onData)
    child.stderr.on('data', onData)
    child.once('exit', () => reject(new Error(`${args.join(' ')} stopped: ${output}`)))
  })
  return { url, output: () => output, kill: (signal) => stop(child, signal) }
}

export const startSandbox = async (): Promise<Process> =>
  start([await program('sandbox')], { SANDBOX_PORT: '0' })

export const startMerchant = async (env: Record<string, string>): Promise<Process> =>
  start([await program('merchant')], env)

const parseListeningLine = (output: string): string | undefined =>
  /^\{"listening":"(http[^"]+)"\}$/m.exec(output)?.[1]

async function stop(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill(signal)
  await exited
}
