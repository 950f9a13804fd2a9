import type { ComponentChildren } from 'preact'
import type { Money } from '../../contract/money.ts'
import type { CheckoutView } from '../../contract/view.ts'
import type { Model } from './model.ts'

/** Sets the color of a screen, and its status icon. */
export type Tone = 'neutral' | 'active' | 'success' | 'warning'

/** What a screen adds to the layout that all screens share. */
export interface ScreenContent {
  tone: Tone
  heading: string
  /** The line below the heading. Its space is reserved if it is empty. */
  hint?: string | false | null | undefined
  /** The amount above the heading. Default: what the payer was asked for. */
  amount?: Money | null
  /** Shows the time left, if the checkout expires. */
  showsCountdown?: boolean
  /** Adds a copy button to the amount. */
  canCopyAmount?: boolean
  body?: ComponentChildren
}

/** The model of a screen that needs a view. */
export interface CheckoutModel extends Model {
  readonly view: CheckoutView
}
