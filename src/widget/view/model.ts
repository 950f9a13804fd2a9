import type { CheckoutEvent } from '../core/events.ts'
import type { SessionState } from '../core/reducer.ts'
import type { Session } from '../core/session.ts'
import type { Translator } from '../i18n/translator.ts'
import type { PaintText } from './qr/paint-text.ts'

/** How the pane shows a checkout; any of it may change while it is shown. */
export interface ViewOptions {
  /** Show the instructions, or send the payer to the form that came with them. */
  present?: 'instructions' | 'form' | undefined
  /** A button to the payment page, or going there by itself, once for each attempt. */
  redirect?: 'button' | 'auto' | undefined
  theme?: 'auto' | 'light' | 'dark' | undefined
}

/** What the page is told besides what the session tells. */
export type WidgetEvent =
  | CheckoutEvent
  | { type: 'redirect'; url: string }
  /** The name of the field, never what it holds. */
  | { type: 'copy'; field: string }

/** What the view needs of the page around it. */
export interface PageServices {
  /** Runs once after so many milliseconds; the answer cancels it. */
  setTimer: (ms: number, callback: () => void) => () => void
  /** What paints a code, fetched with its encoder when one arrives as text. */
  loadQr: () => Promise<PaintText>
  /** Whether the payer was sent to the payment page of this attempt; outlives a reload. */
  wasRedirected: (attempt: string) => boolean
  markRedirected: (attempt: string) => void
  /** Plain HTTP is permitted where the page itself is on this machine. */
  isLoopback: boolean
  /** Takes the whole window there; false where the browser keeps it, as from a frame of another site without a press. */
  navigateTop: (url: string) => boolean
  /** Tells the page; false where the page said no. */
  emit: (event: WidgetEvent) => boolean
}

/** All that one drawing of the pane is made from. */
export interface Model {
  readonly session: Session
  readonly state: SessionState
  readonly options: ViewOptions
  readonly t: Translator
  readonly page: PageServices
  /** Wider than the phone that pays: the code to scan is shown at once. */
  readonly isWide: () => boolean
  /** Says something aloud. */
  readonly announce: (text: string) => void
  /** Does what the payer asked for; the screen that comes of it takes the focus. */
  readonly onPress: (action: () => void) => void
  /** Tells the page that the payer leaves for the payment page, and remembers it; false where the page said no. */
  readonly startRedirect: (url: string) => boolean
}
