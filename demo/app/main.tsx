import { render } from 'preact'
import type { Backend } from '../backend/backend.ts'
import { App } from './app.tsx'
import { createDemo } from './demo-state.ts'

async function createBackend(): Promise<Backend> {
  if (document.documentElement.dataset['backend'] === 'live') {
    return (await import('../backend/live.ts')).createLiveBackend()
  }
  return (await import('../backend/in-page.ts')).createInPageBackend()
}

const container = document.querySelector('#app')
const unsupportedNotice = document.querySelector<HTMLElement>('#unsupported')
if (container && unsupportedNotice?.hidden !== false) {
  const backend = await createBackend()
  render(<App backend={backend} demo={createDemo(backend)} />, container)
}
