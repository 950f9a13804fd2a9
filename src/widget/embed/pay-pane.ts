import type { CheckoutView } from '../../contract/view.ts'
import { parseJson } from '../core/parse-json.ts'
import type { PaypaneOptions } from './options.ts'
import { type Loaders, type Pane, startPane } from './start-pane.ts'

/** The element's name on a page. */
const tag = 'pay-pane'

/** Options that are strings are attributes too. */
const strings = ['endpoint', 'checkout', 'order', 'method', 'present', 'redirect', 'locale', 'theme'] as const
const names = [...strings, 'messages', 'initialView', 'fetch'] as const

/** `<pay-pane>`: every option is a property, and those that are strings are attributes too. */
export interface PayPaneElement extends HTMLElement, Partial<PaypaneOptions> {
  /** The last view that the server gave; null before the first. */
  readonly view: CheckoutView | null
  /** Asks the server at once. */
  refresh(): void
}

/** Defines the element once; where the page has it already, of this version or another, that one stays. */
export function definePayPane(loaders: Loaders): void {
  if (typeof customElements === 'undefined' || customElements.get(tag)) return
  customElements.define(tag, createPayPane(loaders))
}

/** The class is made here, since there is no `HTMLElement` to extend where there is no DOM. */
function createPayPane(loaders: Loaders): CustomElementConstructor {
  class PayPane extends HTMLElement {
    static observedAttributes = [...strings, 'initial-view']
    /** What attributes and properties said last. */
    given: Partial<PaypaneOptions> = {}
    #root = this.attachShadow({ mode: 'open' })
    #pane: Pane | null = null
    #lastView: CheckoutView | null = null
    #isDue = false

    get view(): CheckoutView | null {
      return this.#pane?.view ?? this.#lastView
    }

    refresh(): void {
      this.#pane?.refresh()
    }

    connectedCallback(): void {
      for (const name of names) adopt(this, name)
      this.settle()
    }

    disconnectedCallback(): void {
      this.settle()
    }

    attributeChangedCallback(name: string, _: string | null, value: string | null): void {
      if (name === 'initial-view') Reflect.set(this, 'initialView', parseJson(value ?? ''))
      else Reflect.set(this, name, value)
    }

    /** After all that happens in this turn: a move in the page is no removal, and six attributes are one change. */
    settle(): void {
      if (this.#isDue) return
      this.#isDue = true
      queueMicrotask(() => {
        this.#isDue = false
        const { checkout, order } = this.given
        const last = this.#lastView
        // An element put back shows what it showed.
        const isBack = last && (checkout ? checkout === last.id : order === last.order)
        const options = { endpoint: '', ...this.given, ...(isBack && { initialView: last }) }
        if (!this.isConnected || !(checkout || order)) this.#stop()
        else if (this.#pane) this.#pane.update(options)
        else this.#pane = startPane(this, this.#root, options, loaders)
      })
    }

    #stop(): void {
      this.#lastView = this.view
      this.#pane?.stop()
      this.#pane = null
    }
  }
  for (const name of names) {
    Object.defineProperty(PayPane.prototype, name, {
      get(this: PayPane) {
        return this.given[name]
      },
      set(this: PayPane, value: unknown) {
        this.given = { ...this.given, [name]: value ?? undefined }
        this.settle()
      },
    })
  }
  return PayPane
}

/** A property set before the element was defined hides the accessor of the same name: hand it over. */
function adopt(element: HTMLElement, name: string): void {
  if (!Object.hasOwn(element, name)) return
  const value: unknown = Reflect.get(element, name)
  Reflect.deleteProperty(element, name)
  Reflect.set(element, name, value)
}
