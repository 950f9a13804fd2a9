import type { CheckoutView } from '../../contract/view.ts'
import { parseJson } from '../core/read-view.ts'
import type { PaypaneEvents } from './events.ts'
import { optionNames, type PaypaneHandle, type PaypaneOptions, stringOptions } from './options.ts'
import { pageOrigin, resolveEndpoint } from './page.ts'
import {
  isSameSession,
  type Loaders,
  type RunningWidget,
  startWidget,
  type WidgetOptions,
} from './start-widget.ts'

const tagName = 'pay-pane'

/** The element `<pay-pane>`. Every option is a property; string options are attributes, too. */
export interface PaypaneElement extends HTMLElement, Partial<PaypaneOptions>, PaypaneHandle {}

/** The options of `<pay-pane>` in a template: frameworks set those that are not strings as properties. */
export interface PaypaneAttributes extends Partial<PaypaneOptions> {
  /** A view as JSON, for pages that a server renders. Its payment details are shown once the server has confirmed them. */
  'initial-view'?: string | undefined
}

/** The handlers of the widget's events, as a template names them: `onpaypane-success`. */
export type EventHandlers<Prefix extends string = 'on'> = {
  [Name in keyof PaypaneEvents as `${Prefix}${Name}`]?:
    | ((event: CustomEvent<PaypaneEvents[Name]>) => void)
    | undefined
}

/** What a template of a framework accepts on `<pay-pane>`, besides what it accepts on every element. */
export type PaypaneElementProps<ElementProps, Prefix extends string = 'on'> = PaypaneAttributes &
  EventHandlers<Prefix> &
  Omit<ElementProps, keyof PaypaneAttributes>

/**
 * Defines the element, unless the page has already defined it (from this version or another). `origins`: those of which
 * the attribute `endpoint` may be besides the page's own, separated by spaces.
 */
export function definePayPane(loaders: Loaders, origins?: string): void {
  if (typeof customElements === 'undefined' || customElements.get(tagName)) return
  customElements.define(tagName, createPayPane(loaders, origins))
}

/** Creates the class on demand, since `HTMLElement` does not exist without a DOM. */
function createPayPane(loaders: Loaders, origins = ''): CustomElementConstructor {
  class PayPane extends HTMLElement {
    static observedAttributes = [...stringOptions, 'initial-view']
    givenOptions: Partial<WidgetOptions> = {}
    #widget: RunningWidget | null = null
    #lastView: CheckoutView | null = null
    readonly #usedViews = new Set<unknown>()
    #lastOptions: Partial<WidgetOptions> = {}
    #isUpdateScheduled = false
    #isPainted = false

    get view(): CheckoutView | null {
      return this.#widget?.view ?? this.#lastView
    }

    refresh(): void {
      this.#widget?.refresh()
    }

    connectedCallback(): void {
      for (const name of optionNames) this.#adoptProperty(name)
      this.scheduleUpdate()
    }

    disconnectedCallback(): void {
      this.scheduleUpdate()
    }

    attributeChangedCallback(name: string, _: string | null, value: string | null): void {
      const url = name === 'endpoint' && value && resolveEndpoint(value)
      const isRefused = url && !isPermitted(url, origins)
      if (isRefused) loaders.loadDeferred().then((parts) => parts.warnOfOrigin(url), noop)
      if (name === 'initial-view') this.setOption('markupView', parseJson(value ?? ''))
      else this.setOption(name, isRefused ? null : value)
    }

    setOption(name: string, value: unknown): void {
      this.givenOptions = { ...this.givenOptions, [name]: value ?? undefined }
      this.scheduleUpdate()
    }

    /** A property that was set before the element was defined shadows its accessor. */
    #adoptProperty(name: (typeof optionNames)[number]): void {
      if (!Object.hasOwn(this, name)) return
      this.setOption(name, Reflect.get(this, name))
      Reflect.deleteProperty(this, name)
    }

    /** Batches changes in a microtask: moving the element is not a removal, and several attributes are one update. */
    scheduleUpdate(): void {
      if (this.#isUpdateScheduled) return
      this.#isUpdateScheduled = true
      queueMicrotask(() => {
        this.#isUpdateScheduled = false
        const { checkout, order } = this.givenOptions
        if (!this.isConnected || !(checkout || order)) {
          if (this.isConnected) loaders.loadDeferred().then((parts) => parts.warnWithoutOrder(this), noop)
          return this.#stop()
        }
        if (this.#isBeingParsed() || this.#isUnpainted()) return
        // An element that is reinserted shows its last view.
        if (!isSameSession(this.givenOptions, this.#lastOptions)) this.#lastView = null
        this.#lastOptions = this.givenOptions
        const options = {
          markupView: undefined,
          ...this.givenOptions,
          endpoint: this.givenOptions.endpoint ?? '',
          initialView: this.#lastView ?? this.givenOptions.initialView,
        }
        if (this.#widget) this.#widget.update(options)
        else this.#start(options)
      })
    }

    /** The script may run early: the parser attaches server-rendered HTML only after the start tag. */
    #isBeingParsed(): boolean {
      if (this.shadowRoot || document.readyState !== 'loading' || !this.hasAttribute('rendered')) return false
      document.addEventListener('DOMContentLoaded', () => this.scheduleUpdate(), { once: true })
      return true
    }

    /** Server-rendered HTML is painted before the script takes over. A hidden page is not painted. */
    #isUnpainted(): boolean {
      if (this.#isPainted || document.hidden || !this.hasAttribute('rendered')) return false
      requestAnimationFrame(() =>
        setTimeout(() => {
          this.#isPainted = true
          this.scheduleUpdate()
        }),
      )
      return true
    }

    /** Continues with server-rendered HTML, if there is any. */
    #start(options: WidgetOptions): void {
      const root = this.shadowRoot ?? this.attachShadow({ mode: 'open' })
      const serverView = parseJson(root.querySelector('script')?.textContent ?? '')
      const formAction = this.getAttribute('rendered') || undefined
      this.#widget = startWidget(root, { ...options, serverView, formAction }, loaders, this.#usedViews)
    }

    #stop(): void {
      this.#lastView = this.view
      this.#widget?.stop()
      this.#widget = null
    }
  }
  for (const name of optionNames) {
    Object.defineProperty(PayPane.prototype, name, {
      get(this: PayPane) {
        return this.givenOptions[name]
      },
      set(this: PayPane, value: unknown) {
        this.setOption(name, value)
      },
    })
  }
  return PayPane
}

const noop = () => undefined

/** Anyone who can inject HTML can write an attribute, and would receive the order tokens of the page. */
const isPermitted = (url: string, origins: string): boolean =>
  // A page without an origin, such as a file, has none that a path could leave.
  /^\/(?![/\\])/.test(url) ||
  `${pageOrigin()} ${origins}`.split(' ').some((origin) => origin && url.startsWith(`${origin}/`))
