import type { Content, Scene } from './content.ts'
import type { Model } from './model.ts'
import { formOf, screenOf } from './screen-of.ts'
import { checking } from './screens/checking.tsx'
import { choosing } from './screens/choosing.tsx'
import { expired } from './screens/expired.tsx'
import { failed } from './screens/failed.tsx'
import { loading } from './screens/loading.tsx'
import { pending } from './screens/pending.tsx'
import { preparing } from './screens/preparing.tsx'
import { redirect } from './screens/redirect.tsx'
import { succeeded } from './screens/succeeded.tsx'
import { transfer } from './screens/transfer.tsx'
import { trouble } from './screens/trouble.tsx'

const plain = { choosing, preparing, pending, succeeded, failed, expired }

/** The screen for what is known now, and its name. */
export function contentOf(model: Model): Content & { name: string } {
  const { t, state, options } = model
  const { view } = state
  const name = screenOf(state, options, model.around.isLoopback)
  if (!view || name === 'loading') {
    return state.trouble ? { name: 'trouble', ...trouble(model, state.trouble) } : { name, ...loading(t) }
  }
  const scene: Scene = { ...model, view }
  const { action } = view
  switch (name) {
    case 'trouble':
      return { name, ...trouble(model, state.trouble ?? 'unavailable') }
    case 'redirect':
      return { name, ...redirect(scene, (action && formOf(action, options)) ?? '') }
    case 'transfer':
    case 'checking': {
      if (action?.type !== 'transfer') return { name: 'pending', ...pending(scene) }
      return { name, ...(name === 'transfer' ? transfer(scene, action) : checking(scene, action)) }
    }
    default:
      return { name, ...plain[name](scene) }
  }
}
