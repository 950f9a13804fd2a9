import { build } from 'vite'

/** The files of a page. */
export interface PageFiles {
  script: string
  styles: string
}

/** Bundles and minifies a page's script and styles. */
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
  if (!script) throw new Error(`No script was built from ${input}`)
  const styles = outputs.find(({ fileName }) => fileName.endsWith('.css'))
  return { script, styles: styles?.type === 'asset' ? String(styles.source) : '' }
}
