import type { Model } from '../model.ts'
import type { ScreenContent } from '../screen-content.ts'

/** The payment cannot be shown now. The text never implies that money is lost. */
export const unavailable = ({ session, state, t, onPress }: Model): ScreenContent => ({
  tone: 'warning',
  heading: t('unavailable'),
  hint: t(state.mayHavePaid ? 'doNotSendAgain' : 'unavailableHint'),
  body: (
    <p class="actions">
      <button type="button" class="primary" onClick={() => onPress(session.refresh)}>
        {t('tryAgain')}
      </button>
    </p>
  ),
})

/** Paid, where the whole screen could not be loaded. */
export const paid = ({ state, t }: Model): ScreenContent => ({
  tone: 'success',
  amount: state.view?.paid ?? null,
  heading: t('succeeded'),
})
