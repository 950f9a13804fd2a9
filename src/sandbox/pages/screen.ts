import type { html } from 'hono/html'
import { z } from 'zod'
import type { Lifecycle } from '../lifecycle.ts'
import type { SandboxOrder } from '../order.ts'

export type Markup = ReturnType<typeof html>

/** Why a submitted form is shown again. */
export interface Problem {
  message: string
  /** The name of the field that it concerns. */
  field: string
  /** The entered text that may be shown again, by field. */
  entered: Readonly<Record<string, string>>
}

/** The next step: back to the shop, the next screen, or this screen with a problem. */
export type SubmitResult = 'return' | 'next' | Problem

/** One screen of a payment page. */
export interface Screen {
  page(order: SandboxOrder, problem: Problem | null): Markup
  submit(lifecycle: Lifecycle, order: SandboxOrder, form: Record<string, unknown>): SubmitResult
}

const PressedButton = z.object({ do: z.string() })

/** The pressed button. Default: the first one. */
export const pressedAction = (form: Record<string, unknown>): string =>
  PressedButton.safeParse(form).data?.do ?? 'pay'
