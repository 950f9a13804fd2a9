import type { ComponentChildren } from 'preact'
import type { CheckoutView } from '../../contract/view.ts'
import type { Model } from './model.ts'

/** How things stand, as the mark and the thread show it. */
export type Tone = 'neutral' | 'active' | 'success' | 'warning'

/** What a screen puts into the frame that all of them share. */
export interface ScreenContent {
  tone: Tone
  heading: string
  /** The one line beneath the heading; its place is kept where there is nothing to say. */
  hint?: string | false | null | undefined
  /** The payer has to hurry: the time left is shown. */
  showsCountdown?: boolean
  /** The exact amount can be copied from the head of the pane. */
  canCopyAmount?: boolean
  /** Where the payer is taken without a press. */
  autoRedirectUrl?: string | null
  body?: ComponentChildren
}

/** What a screen is drawn from once there is a view. */
export interface CheckoutModel extends Model {
  readonly view: CheckoutView
}
