import type { Reason } from '../../../contract/view.ts'
import type { MessageKey } from '../../i18n/messages.ts'
import type { Content, Scene } from '../content.ts'
import { Unpaid } from '../parts/unpaid.tsx'

type ReasonKey = MessageKey & `reason${string}`

/** The words for a group of reasons; `none` has none. That the shop or a gateway was not authorized is no payer's doing. */
const words: Readonly<Partial<Record<Reason['group'], ReasonKey>>> = {
  technical: 'reasonTechnical',
  authorization: 'reasonTechnical',
  business: 'reasonDeclined',
  risk: 'reasonDeclined',
  user: 'reasonUser',
  issuer: 'reasonIssuer',
}

function wordsFor({ key, group }: Reason): ReasonKey | undefined {
  if (key === 'insufficient-funds') return 'reasonFunds'
  return /^(3ds|otp)-/.test(key) ? 'reasonAuthorization' : words[group]
}

/** Why it failed and what to do next. A transfer may have been sent all the same: never as if the money were lost. */
export function failed(scene: Scene): Content {
  const { view, state, t } = scene
  const isSent = state.mayHavePaid && view.method !== 'form' && view.method !== 'saved-card'
  const reason = isSent ? 'doNotSendAgain' : view.reason && wordsFor(view.reason)
  return {
    tone: 'care',
    heading: t(isSent ? 'failedTransfer' : 'failed'),
    hint: reason && t(reason),
    body: <Unpaid scene={scene} isSent={isSent} />,
  }
}
