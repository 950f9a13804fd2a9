import { z } from 'zod'

/** Imported before every schema: zod otherwise probes `eval`, and the content security policy reports the attempt. */
z.config({ jitless: true })
