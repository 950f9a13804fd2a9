import type { html } from 'hono/html'
import { z } from 'zod'
import type { Lifecycle } from '../lifecycle.ts'
import type { SandboxOrder } from '../order.ts'

export type Markup = ReturnType<typeof html>

/** What follows from what a payer did: back to the shop, on to the next screen, or a problem to mend on this one. */
export type SubmitResult = 'return' | 'next' | { problem: string }

/** One screen of a payment page. */
export interface Screen {
  page(order: SandboxOrder, problem: string | null): Markup
  submit(lifecycle: Lifecycle, order: SandboxOrder, form: Record<string, unknown>): SubmitResult
}

const PressedButton = z.object({ do: z.string() })

/** The button that was pressed; the first one where none is named. */
export const pressedAction = (form: Record<string, unknown>): string =>
  PressedButton.safeParse(form).data?.do ?? 'pay'
