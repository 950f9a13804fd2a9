import type { Content, Scene } from '../content.ts'
import { Unpaid } from '../parts/unpaid.tsx'

/** The time is over; money that is on its way still counts. */
export function expired(scene: Scene): Content {
  const { state, t } = scene
  return {
    tone: 'care',
    heading: t('expired'),
    hint: state.mayHavePaid && t('doNotSendAgain'),
    body: <Unpaid scene={scene} isSent={state.mayHavePaid} />,
  }
}
