import type { Messages } from './messages.ts'
import type { LocaleTag } from './tags.ts'

/** Every locale's file, loaded when it is asked for. */
export const locales: Readonly<Record<LocaleTag, () => Promise<{ readonly messages: Messages }>>> = {
  uk: () => import('./locales/uk.ts'),
}
