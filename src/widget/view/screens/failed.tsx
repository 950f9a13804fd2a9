import type { Reason } from '../../../contract/view.ts'
import type { MessageKey } from '../../i18n/messages.ts'
import type { Content, Scene } from '../content.ts'
import { Again } from '../parts/again.tsx'
import { OrderReference } from '../parts/order-reference.tsx'

/** The words for a group of reasons; `none` has none. */
const words: Readonly<Partial<Record<Reason['group'], MessageKey & `reason${string}`>>> = {
  technical: 'reasonTechnical',
  authorization: 'reasonAuthorization',
  business: 'reasonDeclined',
  risk: 'reasonDeclined',
  user: 'reasonUser',
  issuer: 'reasonIssuer',
}

/** Why it failed and what to do next. A transfer may have been sent all the same: never as if the money were lost. */
export function failed(scene: Scene): Content {
  const { view, t } = scene
  const isTransfer = view.method !== 'form' && view.method !== 'saved-card'
  const { key, group } = view.reason ?? { key: '', group: 'none' }
  const reason = key === 'insufficient-funds' ? 'reasonFunds' : words[group]
  const again = <Again scene={scene} />
  if (!isTransfer) {
    return { tone: 'care', heading: t('failed'), hint: reason ? t(reason) : '', body: again }
  }
  return {
    tone: 'care',
    heading: t('failedTransfer'),
    hint: t('doNotSendAgain'),
    body: (
      <>
        <OrderReference scene={scene} />
        {!view.final && <p class="note">{t('stillWatching')}</p>}
        {again}
      </>
    ),
  }
}
