import { chromium } from './chromium.ts'
import { firefox } from './firefox.ts'
import type { Matrix } from './visit.ts'
import { webkit } from './webkit.ts'

/** The browsers that are installed as people have them. */
export const matrix: readonly Matrix[] = [chromium, firefox, webkit]
