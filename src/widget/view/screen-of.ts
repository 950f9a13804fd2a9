import type { Action, TransferAction } from '../../contract/view.ts'
import { isClaimed } from '../core/machine.ts'
import { isPermitted } from './address.ts'
import type { Content, Scene } from './content.ts'
import type { Model } from './model.ts'
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

/** The screen on which a state is shown: one state, one screen. */
export function screenOf(model: Model): Content {
  const { state } = model
  const { view } = state
  if (state.trouble) return trouble(model, state.trouble)
  if (!view) return loading(model)
  const scene: Scene = { ...model, view }
  if (state.starting) return preparing(scene)
  if (state.choosingAgain && view.retry) return choosing(scene)
  switch (view.status) {
    case 'choosing':
      return view.methods.length > 0 || view.savedCards?.length
        ? choosing(scene)
        : trouble(model, 'unavailable')
    case 'preparing':
      return preparing(scene)
    case 'pending':
      return screenOfAction(scene, view.action)
    case 'succeeded':
      return succeeded(scene)
    case 'failed':
      return failed(scene)
    case 'expired':
      return expired(scene)
  }
}

/** While pending: what the payer has to do now. */
function screenOfAction(scene: Scene, action: Action | null): Content {
  if (!action) return pending(scene)
  if (action.type === 'redirect') return screenOfForm(scene, action.url)
  if (action.formUrl && (scene.options.present === 'form' || !hasInstructions(action))) {
    return screenOfForm(scene, action.formUrl)
  }
  if (!hasInstructions(action)) return pending(scene)
  return isClaimed(scene.state) ? checking(scene, action) : transfer(scene, action)
}

/** A payer is sent to no other address than a permitted one. */
function screenOfForm(scene: Scene, url: string): Content {
  return isPermitted(url, scene.around.isLoopback) ? redirect(scene, url) : trouble(scene, 'unavailable')
}

/** Something that a transfer can be made to; a name or a bank alone is not. */
function hasInstructions({ card, phone, iban, accountNumber, qr }: TransferAction): boolean {
  return Boolean(card ?? phone ?? iban ?? accountNumber ?? qr)
}
