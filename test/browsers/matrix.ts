import { firefox } from './firefox.ts'
import type { Matrix } from './visit.ts'
import { webkit } from './webkit.ts'

/** The browsers besides Chromium. */
export const matrix: readonly Matrix[] = [firefox, webkit]
