import { render } from 'preact'
import type { World } from '../world/world.ts'
import { App } from './app.tsx'
import { createPlay } from './play.ts'

async function makeWorld(): Promise<World> {
  if (document.documentElement.dataset['world'] === 'live') {
    return (await import('../world/live.ts')).liveWorld()
  }
  return (await import('../world/page.ts')).pageWorld()
}

const place = document.querySelector('#app')
const unable = document.querySelector<HTMLElement>('#unable')
if (place && unable?.hidden !== false) {
  const world = await makeWorld()
  render(<App world={world} play={createPlay(world)} />, place)
}
