import { z } from 'zod'

/** Import before any schema: zod would otherwise try `eval`, which the Content Security Policy reports. */
z.config({ jitless: true })
