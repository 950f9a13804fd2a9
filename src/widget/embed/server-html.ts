import type { ServerView } from '../core/markup-view.ts'
import { isObject, parseJson } from '../core/read-view.ts'

/** The widget's HTML in a declarative shadow root, with the data that it was rendered from. */
export interface ServerHtml extends ServerView {
  container: HTMLElement
  formAction: string | undefined
}

/** Null if the shadow root contains no HTML of a server. */
export function findServerHtml(root: ShadowRoot): ServerHtml | null {
  const container = root.querySelector('div')
  const data = parseJson(root.querySelector('script')?.textContent ?? '')
  if (!container || !isObject(data)) return null
  const { view, choosingAgain, formAction } = data
  return {
    container,
    view,
    choosingAgain: choosingAgain === true,
    formAction: typeof formAction === 'string' ? formAction : undefined,
  }
}
