import type { Options } from 'minisearch'

/** A part of a page, from one heading to the next. */
export interface Section {
  /** Its address in `docs/`, such as `errors.html#order_unknown`. */
  id: string
  page: string
  heading: string
  text: string
}

/** Pages that are looked up, not read: behind the guides. */
const references = /^(glossary|conformance|accessibility|model|scale|privacy|decisions\/)/

/** Used at build time to create the index, and in the page to load it. */
export const searchOptions: Options<Section> = {
  fields: ['heading', 'page', 'text'],
  storeFields: ['page', 'heading', 'text'],
  searchOptions: {
    boostDocument: (id) => (references.test(String(id)) ? 0.2 : 1),
    boost: { heading: 4, page: 2 },
    combineWith: 'AND',
    prefix: true,
    fuzzy: (term) => (term.length > 4 ? 0.2 : false),
  },
}
