/** A page in any browser. */
export interface BrowserPage {
  goto(url: string): Promise<void>
  /** Runs a function in the page. It must not use outer variables. */
  run<Result>(inPage: () => Result): Promise<Result>
  /** Clicks the element that a function finds in the page. */
  click(find: (words: string) => Element | null, words: string): Promise<void>
  /** Goes back in the history. */
  back(): Promise<void>
  /** Copies the selection by keyboard. */
  copy(): Promise<void>
  /** Pastes into the focused element by keyboard. */
  paste(): Promise<void>
  close(): Promise<void>
}

/** A browser of the matrix. */
export interface BrowserDriver {
  name: string
  /** The Debian packages to install. */
  packages: string
  /** The path of the executable; null if it is not installed. */
  installed(): string | null
  /** Starts the browser. Each visit uses a shop with its own origin, so that visits share no state. */
  start(path: string): Promise<{ version: string; visit(): Promise<BrowserPage>; close(): Promise<void> }>
}
