import { z } from 'zod'

/** Every `PAYMENTS_*` setting for a merchant's server. */
export const SandboxSettings = z
  .object({
    PAYMENTS_BASE_URL: z.string(),
    PAYMENTS_INIT_URL: z.string(),
    PAYMENTS_TOKEN_URL: z.string(),
    PAYMENTS_P2P_KEY: z.string(),
    PAYMENTS_FORM_KEY: z.string(),
    PAYMENTS_TOKEN_KEY: z.string(),
    PAYMENTS_PAYOUT_KEY: z.string(),
    PAYMENTS_PRIVATE_KEY: z.string(),
  })
  .catchall(z.string())
export type SandboxSettings = z.infer<typeof SandboxSettings>
