// Plain JavaScript, so that a Node too old for TypeScript can run the version check.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 22 || (major === 22 && minor < 18)) {
  process.stderr.write(
    `This needs Node 22.18 or later to run TypeScript as it is; this is Node ${process.versions.node}. "npm run server" brings its own.\n`,
  )
  process.exit(1)
}
const { readFileSync } = await import('node:fs')
const { createRequire, registerHooks } = await import('node:module')
const require = createRequire(import.meta.url)
registerHooks({
  // In this repository the hosted pages contain JSX, which Node does not run. In the package they are built.
  load(url, context, nextLoad) {
    if (!url.endsWith('.tsx')) return nextLoad(url, context)
    const { transformSync } = require('rolldown/utils')
    const jsx = { runtime: 'automatic', importSource: 'preact' }
    const { code, errors } = transformSync(url, readFileSync(new URL(url), 'utf8'), { lang: 'tsx', jsx })
    if (errors.length > 0) throw new SyntaxError(`${url}: ${errors[0].message}`)
    return { format: 'module', source: code, shortCircuit: true }
  },
})
await import('./main.ts')
