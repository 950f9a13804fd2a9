/** Page translators skip the element: a DOM property in a browser, an attribute in a server's HTML. */
export const noTranslate: object = { translate: typeof document === 'undefined' ? 'no' : false }
