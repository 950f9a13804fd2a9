import type { TransferAction } from '../../../contract/view.ts'
import type { Content, Scene } from '../content.ts'
import { Details } from '../parts/details.tsx'

/** After "I have paid": the same wait in other words, the instructions folded away but at hand. */
export const checking = (scene: Scene, action: TransferAction): Content => ({
  tone: 'moving',
  heading: scene.t('checking'),
  hint: scene.t('checkingHint'),
  isTimed: true,
  isAmountNeeded: true,
  body: (
    <details>
      <summary>{scene.t('details')}</summary>
      <Details model={scene} action={action} />
    </details>
  ),
})
