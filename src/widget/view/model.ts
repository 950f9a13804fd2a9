import type { ComponentChildren } from 'preact'
import type { Money } from '../../contract/money.ts'
import type { CheckoutView } from '../../contract/view.ts'
import type { CheckoutEvent } from '../core/events.ts'
import type { SessionState } from '../core/reducer.ts'
import type { Session, SessionOptions } from '../core/session.ts'
import type { Translator } from '../i18n/translator.ts'
import type { DeferredParts } from './deferred/parts.ts'
import type { Loader } from './loader.ts'
import type { PayerFieldsDraft } from './payer-fields/screen.tsx'
import type { FilePurpose } from './qr/export.ts'
import type { Redirector } from './redirect.ts'

/** An event that the widget emits on the page. */
export type WidgetEvent =
  | CheckoutEvent
  | { type: 'redirect'; url: string }
  /** For `save` and `share` the URL is a `data:` URL with the QR code as a file. */
  | { type: 'open'; url: string; kind: string; purpose: 'pay' | FilePurpose }
  /** The name of the copied field, never its value. */
  | { type: 'copy'; field: string }

/** What the view needs from the page. */
export interface PageServices {
  /** The resolved address of the merchant's server. */
  endpoint: string
  /** Loads the parts of the view that are not in the entry's main file. */
  loadDeferred: () => Promise<DeferredParts>
  /** Runs a callback once; returns a function that cancels it. */
  setTimer: (ms: number, callback: () => void) => () => void
  /** The page is served from loopback, where redirects to plain HTTP on loopback are permitted. */
  isLoopback: boolean
  /** Emits an event on the page; false if the page cancelled it. */
  emit: (event: WidgetEvent) => boolean
}

/** Options of the view; any of them may change while it is shown. */
export interface ViewOptions {
  /**
   * `form` sends the payer of a transfer to the hosted form that came with the payment details. Default: `details`.
   */
  present?: 'details' | 'form' | undefined
  /** `auto` follows the payer's system setting. Default: `auto`. */
  theme?: 'auto' | 'light' | 'dark' | undefined
  /** The shop's name. Default: that of the view. */
  merchant?: string | undefined
  /** Where the payer gets help: any of these addresses, or one as a string. The URL is HTTPS. Default: those of the view. */
  support?: string | NonNullable<CheckoutView['merchant']>['support']
}

/** Options with what only a server's HTML sets. */
export interface RenderOptions extends ViewOptions {
  /** Where forms are sent in a browser that runs no script. */
  formAction?: string | undefined
}

/** The options of a page, for notes to its developer and for claims. */
interface PageOptions extends RenderOptions, Partial<SessionOptions> {
  locale?: string | undefined
  fetch?: typeof fetch | undefined
}

/** How a session is presented. */
export interface Presentation {
  readonly options: PageOptions
  readonly t: Translator
}

/** The input of one rendering. */
export interface Model extends Presentation {
  readonly session: Session
  readonly state: SessionState
  readonly page: PageServices
  /** What the payer has typed into payer fields. */
  readonly draft: PayerFieldsDraft
  readonly code: Loader['code']
  readonly load: Loader['load']
  /** The deferred parts that can be shown: all, or none while they are not loaded. */
  readonly parts: Partial<DeferredParts>
  /** Renders again, after a change outside the session. */
  readonly rerender: () => void
  /** Announces text to screen readers. */
  readonly announce: (text: string) => void
  /** Runs an action that the payer pressed; the screen that follows receives focus. */
  readonly onPress: (action: () => void) => void
  /** What the payer has copied or opened, in this page. */
  readonly copied: Set<string | undefined>
  readonly redirector: Readonly<Redirector>
  /** In a server: the values of the form of a claim that was refused. A page has them in the server's HTML. */
  readonly typedClaim?: Readonly<Record<string, string>> | null
}

/** The model of a screen that needs a view. */
export interface CheckoutModel extends Model {
  readonly view: CheckoutView
}

/** Sets the color of a screen, and its status icon. */
export type Tone = 'neutral' | 'active' | 'success' | 'warning'

/** What a screen adds to the layout that all screens share. */
export interface ScreenContent {
  tone: Tone
  heading: string
  /** The line below the heading. Its space is reserved if it is empty. */
  hint?: string | false | null | undefined
  /** A hint before or after this one. There is room for either, so that nothing moves. */
  otherHint?: string | undefined
  /** The amount above the heading. Default: what the payer was asked for. */
  amount?: Money | null | undefined
  /** Shows the time left, if the checkout expires. */
  showsCountdown?: boolean
  /** Adds a copy button to the amount. */
  canCopyAmount?: boolean
  body?: ComponentChildren
}

/** The shop's name: that of the page, else that of its server. */
export const shopName = ({ options, state }: Model): string | undefined =>
  options.merchant ?? state.view?.merchant?.name
