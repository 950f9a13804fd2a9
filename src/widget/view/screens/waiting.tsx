import type { Model } from '../model.ts'
import { AnotherWay } from '../parts/another-way.tsx'
import { Slow } from '../parts/slow.tsx'
import type { CheckoutModel, ScreenContent } from '../screen-content.ts'

/** The first view has not arrived yet. */
export const loading = (model: Model): ScreenContent => ({
  tone: 'active',
  heading: model.t('loading'),
  body: <Slow model={model} isShort={true} />,
})

/** An attempt is being created. */
export const preparing = (model: Model): ScreenContent => ({
  tone: 'active',
  heading: model.t('preparing'),
  body: <Slow model={model} isShort={true} />,
})

/** The result is not known, and the payer has nothing to do. */
export const pending = (model: CheckoutModel): ScreenContent => ({
  tone: 'active',
  heading: model.t('pending'),
  hint: model.t('pendingHint'),
  body: (
    <>
      <Slow model={model} isShort={false} />
      <AnotherWay model={model} />
    </>
  ),
})
