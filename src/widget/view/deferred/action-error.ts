import type { SessionState } from '../../core/reducer.ts'
import type { Translator } from '../../i18n/translator.ts'
import { phrase } from './phrase.ts'

/** Why an action of the payer failed. */
export const actionErrorText = (error: NonNullable<SessionState['actionError']>, t: Translator): string =>
  error === 'startFailed' || error === 'deleteCardFailed' ? t('actionFailed') : phrase(t, error)
