import type { ReadonlySignal, Signal } from '@preact/signals'
import type { Happening } from '../core/happenings.ts'
import type { SessionState } from '../core/machine.ts'
import type { Session } from '../core/session.ts'
import type { Translator } from '../i18n/translator.ts'
import type { EncodeQr } from './qr/encoder.ts'

/** How the pane shows a checkout; any of it may change while it is shown. */
export interface ViewOptions {
  /** Show the instructions, or send the payer to the form that came with them. */
  present: 'instructions' | 'form'
  /** A button to the payment page, or going there by itself, once for each attempt. */
  redirect: 'button' | 'auto'
  theme: 'auto' | 'light' | 'dark'
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
  /** The QR encoder, fetched when a code arrives as text. */
  loadQr: () => Promise<EncodeQr>
  /** Whether the payer was sent to the payment page of this attempt; outlives a reload. */
  wasSent: (attempt: string) => boolean
  noteSent: (attempt: string) => void
  /** Plain HTTP is permitted where the page itself is on this machine. */
  isLoopback: boolean
  /** Takes the whole window there. */
  leaveTo: (url: string) => void
}

/** All that a screen is drawn from. */
export interface Model {
  readonly session: Session
  readonly state: ReadonlySignal<SessionState>
  readonly options: ReadonlySignal<ViewOptions>
  readonly t: ReadonlySignal<Translator>
  /** The attempt whose payment page the payer was sent to. */
  readonly sent: Signal<string | null>
  /** The last thing said aloud to a screen reader. */
  readonly said: Signal<string>
  /** The payer acted, so that the next screen takes the focus. */
  readonly acted: Signal<boolean>
  readonly around: Surroundings
  /** Tells the page; false where the page said no. */
  readonly tell: (notice: Notice) => boolean
}
