import type { messages } from './en.ts'

/** New phrases that locales may lack, and show in English, until somebody translates them. Empty at a release. */
export const needsTranslation = [] as const satisfies readonly (keyof typeof messages)[]
