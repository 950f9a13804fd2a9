import { build } from 'vite'

/** What a page loads besides its HTML. */
export interface PageFiles {
  script: string
  styles: string
}

/** A page's script and styles as a merchant's bundler makes them: shaken, and as small as it gets. */
export async function bundlePage(root: string, input: string): Promise<PageFiles> {
  const built = await build({
    root,
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      target: 'es2022',
      cssCodeSplit: false,
      rolldownOptions: { input, output: { format: 'iife' } },
    },
  })
  const outputs = [built].flat().flatMap((one) => ('output' in one ? one.output : []))
  const script = outputs.find((output) => output.type === 'chunk')?.code
  if (!script) throw new Error(`Nothing was built of ${input}`)
  const styles = outputs.find(({ fileName }) => fileName.endsWith('.css'))
  return { script, styles: styles?.type === 'asset' ? String(styles.source) : '' }
}
