import type { CheckoutView } from '../../contract/view.ts'
import { readView } from '../core/read-view.ts'
import type { PaypaneOptions } from './options.ts'
import { type Loaders, type Pane, startPane } from './start-pane.ts'

/** The element's name on a page. */
const tag = 'pay-pane'

/** Options that are strings: attributes, and properties that reflect them. */
const attributes = [
  'endpoint',
  'checkout',
  'order',
  'method',
  'present',
  'redirect',
  'locale',
  'theme',
] as const
const objects = ['messages', 'initialView', 'fetch'] as const

/** `<pay-pane>`: every option is a property, and those that are strings are attributes. */
export interface PayPaneElement extends HTMLElement, Partial<Omit<PaypaneOptions, 'nonce'>> {
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
    static observedAttributes = [...attributes, 'initial-view']
    #objects: Pick<PaypaneOptions, (typeof objects)[number]> = {}
    #root = this.attachShadow({ mode: 'open' })
    #pane: Pane | null = null
    #lastView: CheckoutView | null = null
    #isDue = false

    get view(): CheckoutView | null {
      return this.#pane?.view ?? this.#lastView
    }

    get messages() {
      return this.#objects.messages
    }

    set messages(messages) {
      this.#set({ messages })
    }

    get initialView() {
      return this.#objects.initialView
    }

    set initialView(initialView) {
      this.#set({ initialView })
    }

    get fetch() {
      return this.#objects.fetch
    }

    set fetch(fetch) {
      this.#set({ fetch })
    }

    refresh(): void {
      this.#pane?.refresh()
    }

    connectedCallback(): void {
      for (const name of [...attributes, ...objects]) adopt(this, name)
      this.#settle()
    }

    disconnectedCallback(): void {
      this.#settle()
    }

    attributeChangedCallback(): void {
      this.#settle()
    }

    #set(changed: Partial<PaypaneOptions>): void {
      this.#objects = { ...this.#objects, ...changed }
      this.#settle()
    }

    /** After all that happens in this turn: a move in the page is no removal, and six attributes are one change. */
    #settle(): void {
      if (this.#isDue) return
      this.#isDue = true
      queueMicrotask(() => {
        this.#isDue = false
        const options = this.#options()
        if (!this.isConnected || !(options.checkout || options.order)) this.#stop()
        else if (this.#pane) this.#pane.update(options)
        else
          this.#pane = startPane(
            this,
            this.#root,
            { ...options, initialView: this.#viewToStart(options) },
            loaders,
          )
      })
    }

    #stop(): void {
      this.#lastView = this.view
      this.#pane?.stop()
      this.#pane = null
    }

    /** An element put back shows what it showed. */
    #viewToStart({ checkout, order, initialView }: PaypaneOptions): CheckoutView | undefined {
      const last = this.#lastView
      const isSame = last !== null && (checkout ? checkout === last.id : order === last.order)
      return isSame ? last : initialView
    }

    #options(): PaypaneOptions {
      const text = (name: string) => this.getAttribute(name) || undefined
      const word = <Word extends string>(name: string, words: readonly Word[]) =>
        words.find((known) => known === text(name))
      return {
        ...this.#objects,
        endpoint: text('endpoint') ?? '',
        checkout: text('checkout'),
        order: text('order'),
        method: word('method', ['transfer', 'form', 'saved-card']),
        present: word('present', ['instructions', 'form']),
        redirect: word('redirect', ['button', 'auto']),
        locale: text('locale'),
        theme: word('theme', ['auto', 'light', 'dark']),
        initialView: this.#objects.initialView ?? parseView(text('initial-view')),
        nonce: this.nonce || undefined,
      }
    }
  }
  for (const name of attributes) {
    Object.defineProperty(PayPane.prototype, name, {
      configurable: true,
      enumerable: true,
      get(this: PayPane) {
        return this.getAttribute(name) ?? undefined
      },
      set(this: PayPane, value: unknown) {
        if (value === undefined || value === null) this.removeAttribute(name)
        else this.setAttribute(name, String(value))
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
