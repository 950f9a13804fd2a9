import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** Builds the demo's pages and the operator's console, each in a process of its own that ends with this one. */
export async function buildPages(): Promise<void> {
  const vite = fileURLToPath(new URL('../../node_modules/vite/bin/vite.js', import.meta.url))
  for (const mode of ['console', 'demo']) {
    const child = spawn(process.execPath, [vite, 'build', '--mode', mode, '--logLevel', 'error'], {
      cwd: fileURLToPath(new URL('../..', import.meta.url)),
      stdio: 'inherit',
    })
    const end = (): boolean => child.kill()
    process.once('exit', end)
    const [code] = await once(child, 'exit')
    process.off('exit', end)
    if (code !== 0) throw new Error(`The ${mode} could not be built; the reason is above.`)
  }
}
