import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { inheritedEnv } from '../support/processes.ts'

const main = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url))

export interface CommandResult {
  code: number | null
  out: string
  err: string
}

export interface RunOptions {
  env?: Record<string, string>
  input?: string
  /** More for Node itself, before the command. */
  node?: string[]
  cwd?: string
}

/** Starts the real command as a process of its own, with no environment but the given one. */
export const spawnCommand = (args: string[], { env = {}, node = [], cwd }: RunOptions = {}) =>
  spawn(
    process.execPath,
    ['--conditions=paypane-source', '--disable-warning=ExperimentalWarning', ...node, main, ...args],
    {
      env: { ...inheritedEnv, ...env },
      ...(cwd !== undefined && { cwd }),
    },
  )

/** Runs it to its end. */
export async function runCommand(args: string[], options: RunOptions = {}): Promise<CommandResult> {
  const child = spawnCommand(args, options)
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
  child.stdin.end(options.input ?? '')
  const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  return { code, out, err }
}
