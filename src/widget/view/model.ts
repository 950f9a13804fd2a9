import type { Happening } from '../core/happenings.ts'
import type { SessionState } from '../core/machine.ts'
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
export type Notice =
  | Happening
  | { type: 'redirect'; url: string }
  /** The name of the field, never what it holds. */
  | { type: 'copy'; field: string }

/** What the view needs of the page around it. */
export interface Surroundings {
  /** Runs once after so many milliseconds; the answer cancels it. */
  after: (ms: number, run: () => void) => () => void
  /** What paints a code, fetched with its encoder when one arrives as text. */
  loadQr: () => Promise<PaintText>
  /** Whether the payer was sent to the payment page of this attempt; outlives a reload. */
  wasSent: (attempt: string) => boolean
  noteSent: (attempt: string) => void
  /** Plain HTTP is permitted where the page itself is on this machine. */
  isLoopback: boolean
  /** Takes the whole window there; false where the browser keeps it, as from a frame of another site without a press. */
  leaveTo: (url: string) => boolean
  /** Tells the page; false where the page said no. */
  tell: (notice: Notice) => boolean
}

/** All that one drawing of the pane is made from. */
export interface Model {
  readonly session: Session
  readonly state: SessionState
  readonly options: ViewOptions
  readonly t: Translator
  readonly around: Surroundings
  /** Wider than the phone that pays: the code to scan is shown at once. */
  readonly isWide: () => boolean
  /** Says something aloud. */
  readonly say: (text: string) => void
  /** Does what the payer asked for; the screen that comes of it takes the focus. */
  readonly act: (deed: () => void) => void
  /** Tells the page that the payer leaves for the payment page, and remembers it; false where the page said no. */
  readonly leave: (url: string) => boolean
}
