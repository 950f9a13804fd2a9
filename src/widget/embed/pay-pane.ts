import type { CheckoutView } from '../../contract/view.ts'
import { readMethod, readView } from '../core/read-view.ts'
import type { PaypaneOptions } from './options.ts'
import { type Loaders, type Pane, startPane } from './start-pane.ts'

/** The element's name on a page. */
const tag = 'pay-pane'

/** Options that are strings: attributes, and properties that reflect them. */
const strings = ['endpoint', 'checkout', 'order', 'method', 'present', 'redirect', 'locale', 'theme'] as const
const objects = ['messages', 'initialView', 'fetch'] as const

/** `<pay-pane>`: every option is a property, and those that are strings are attributes. */
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
    /** The options that are no strings. */
    given: Pick<PaypaneOptions, (typeof objects)[number]> = {}
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
      for (const name of [...strings, ...objects]) adopt(this, name)
      this.attributeChangedCallback()
    }

    disconnectedCallback(): void {
      this.attributeChangedCallback()
    }

    /** After all that happens in this turn: a move in the page is no removal, and six attributes are one change. */
    attributeChangedCallback(): void {
      if (this.#isDue) return
      this.#isDue = true
      queueMicrotask(() => {
        this.#isDue = false
        const options = this.#options()
        if (!this.isConnected || !(options.checkout || options.order)) this.#stop()
        else if (this.#pane) this.#pane.update(options)
        else this.#pane = startPane(this, this.#root, options, loaders)
      })
    }

    #stop(): void {
      this.#lastView = this.view
      this.#pane?.stop()
      this.#pane = null
    }

    #options(): PaypaneOptions {
      const text = (name: string) => this.getAttribute(name) || undefined
      const word = <Word extends string>(name: string, ...words: Word[]) =>
        words.find((known) => known === text(name))
      const checkout = text('checkout')
      const order = text('order')
      const last = this.#lastView
      const isSame = last !== null && (checkout ? checkout === last.id : order === last.order)
      return {
        ...this.given,
        endpoint: text('endpoint') ?? '',
        checkout,
        order,
        method: readMethod(text('method')) ?? undefined,
        present: word('present', 'instructions', 'form'),
        redirect: word('redirect', 'button', 'auto'),
        locale: text('locale'),
        theme: word('theme', 'auto', 'light', 'dark'),
        // An element put back shows what it showed.
        initialView: isSame ? last : (this.given.initialView ?? parseView(text('initial-view'))),
      }
    }
  }
  for (const name of strings) {
    Object.defineProperty(PayPane.prototype, name, {
      get(this: PayPane) {
        return this.getAttribute(name) ?? undefined
      },
      set(this: PayPane, value: unknown) {
        if (value === undefined || value === null) this.removeAttribute(name)
        else this.setAttribute(name, String(value))
      },
    })
  }
  for (const name of objects) {
    Object.defineProperty(PayPane.prototype, name, {
      get(this: PayPane) {
        return this.given[name]
      },
      set(this: PayPane, value: unknown) {
        this.given = { ...this.given, [name]: value }
        this.attributeChangedCallback()
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

function parseView(json: string | undefined): CheckoutView | undefined {
  if (!json) return undefined
  try {
    return readView(JSON.parse(json)) ?? undefined
  } catch {
    return undefined
  }
}
