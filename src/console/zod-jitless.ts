import { z } from 'zod'

/**
 * Comes before every schema: zod would try whether it may make code from text, and the page's policy reports even
 * the trying.
 */
z.config({ jitless: true })
