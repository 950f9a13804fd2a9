import { spawnSync } from 'node:child_process'

/** Runs a command to its end and returns its output. Throws with the whole output if it fails. */
export function runCommand(cwd: string, command: string, ...args: readonly string[]): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    cwd,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  })
  if (error) throw error
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed:\n${stdout}${stderr}`)
  return stdout.trim()
}
