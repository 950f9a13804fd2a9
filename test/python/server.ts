import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'

const script = join(import.meta.dirname, '../../docs/examples/merchant.py')

const found = spawnSync(
  'python3',
  [
    '-c',
    'import sqlite3, sys; print(sys.executable); sys.exit(sys.version_info < (3, 10) or sqlite3.sqlite_version_info < (3, 35))',
  ],
  { encoding: 'utf8' },
)
/** Whether this machine has a Python that can run the example. */
export const hasPython = found.status === 0

/** Runs a script with docs/examples/merchant.py as the module `merchant`, and returns its output. */
export function runWithMerchant(code: string, env: Record<string, string>, input: string): string {
  const options = { cwd: dirname(script), env: { PYTHONDONTWRITEBYTECODE: '1', ...env }, input } as const
  const { status, stdout, stderr } = spawnSync(found.stdout.trim(), ['-c', code], {
    ...options,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(stderr)
  return stdout
}

export interface PythonServer {
  url: string
  /** Every line that it has printed on standard output. */
  lines: string[]
  /** Sends SIGKILL and waits for the exit. */
  kill(): Promise<void>
}

/** Runs docs/examples/merchant.py as a process. Rejects with its error output if it exits before it listens. */
export async function startPython(env: Record<string, string>): Promise<PythonServer> {
  const child: ChildProcess = spawn(found.stdout.trim(), [script], { env: { PORT: '0', ...env } })
  const ended = once(child, 'exit')
  const lines: string[] = []
  let stderr = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderr += text
  })
  const first = new Promise<string>((resolve, reject) => {
    if (child.stdout !== null)
      createInterface(child.stdout).on('line', (line) => {
        lines.push(line)
        resolve(line)
      })
    void ended.then(() => reject(new Error(`merchant.py exited: ${stderr}`)))
  })
  const { listening } = JSON.parse(await first)
  return {
    url: listening,
    lines,
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  }
}
