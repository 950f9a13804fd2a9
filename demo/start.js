// Plain JavaScript, so that a Node too old for TypeScript can run the version check.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 22 || (major === 22 && minor < 18)) {
  process.stderr.write(
    `This needs Node 22.18 or later to run TypeScript as it is; this is Node ${process.versions.node}. Run "npm install && npm start", which installs a suitable one.\n`,
  )
  process.exit(1)
}
// The demo's pages and the operator's console. With DEMO_SITE they are built already.
if (!process.env['DEMO_SITE']) for (const mode of ['console', 'demo']) await build(mode)
await import('./live/main.ts')

/**
 * Runs `vite build` in a process of its own; a signal ends both.
 * @param {string} mode
 */
async function build(mode) {
  const { spawn } = await import('node:child_process')
  const { once } = await import('node:events')
  const { fileURLToPath } = await import('node:url')
  const vite = fileURLToPath(new URL('../node_modules/vite/bin/vite.js', import.meta.url))
  const child = spawn(process.execPath, [vite, 'build', '--mode', mode, '--logLevel', 'warn'], {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    stdio: 'inherit',
  })
  const end = () => {
    child.kill()
    process.exit(1)
  }
  process.once('SIGTERM', end).once('SIGINT', end)
  const [code] = await once(child, 'exit')
  if (code !== 0) process.exit(1)
  process.off('SIGTERM', end).off('SIGINT', end)
}
