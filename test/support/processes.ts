import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { generateSealKey } from '../../src/server/index.ts'
import { program } from './programs.ts'

/** A server process that accepts requests. */
export interface Running {
  url: string
  /** Where server-example serves its operators, with `ADMIN_LISTEN`. */
  adminUrl: string
  child: ChildProcess
  /** Everything written so far, but for the line with the address. */
  log(): string
  /** Sends SIGTERM; resolves with the exit code. */
  stop(): Promise<number | null>
  /** Sends SIGKILL. */
  kill(): Promise<void>
}

/** The only variables of this process that the servers and commands under test get. */
export const inheritedEnv = {
  PATH: process.env['PATH'],
  NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
}

const node = ['--conditions=paypane-source', '--disable-warning=ExperimentalWarning']

/**
 * Starts a server of the project and waits for the line with its address, by default that of server-example and the sandbox.
 * Rejects with its log if it exits before.
 */
export async function start(
  script: string,
  env: Record<string, string>,
  { args = [], addressesIn = listeningAddresses }: StartOptions = {},
): Promise<Running> {
  const child = spawn(process.execPath, [...node, script, ...args], {
    env: { ...inheritedEnv, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let log = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    log += text
  })
  const ended = once(child, 'exit')
  const addresses = await new Promise<Addresses>((resolve, reject) => {
    createInterface(child.stdout).on('line', (line) => {
      const found = addressesIn(line)
      if (found === null) log += `${line}\n`
      else resolve(found)
    })
    void ended.then(() => reject(new Error(`${script} exited before it listened: ${log}`)))
  })
  return {
    ...addresses,
    child,
    log: () => log,
    async stop() {
      child.kill('SIGTERM')
      await ended
      return child.exitCode
    },
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

type Addresses = Pick<Running, 'url' | 'adminUrl'>

interface StartOptions {
  args?: readonly string[]
  addressesIn?: (line: string) => Addresses | null
}

function listeningAddresses(line: string): Addresses | null {
  if (!line.startsWith('{"listening":')) return null
  const { listening, adminListening = '' } = JSON.parse(line)
  return { url: listening, adminUrl: adminListening }
}

/** Starts the sandbox; `settings` are the environment variables of a merchant that uses it. */
export async function startSandbox(
  env: Record<string, string> = {},
): Promise<Running & { settings: Record<string, string> }> {
  const sandbox = await start(await program('sandbox'), { SANDBOX_PORT: '0', ...env })
  const settings: Record<string, string> = await (await fetch(`${sandbox.url}/_sandbox/env`)).json()
  return { ...sandbox, settings }
}

/** Starts server-example, by default with an empty database in memory. */
export const startMerchant = async (env: Record<string, string>): Promise<Running> =>
  start(await program('merchant'), {
    PORT: '0',
    SEAL_KEY: generateSealKey(),
    DATABASE_URL: 'file::memory:',
    ...env,
  })
