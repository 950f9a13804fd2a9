/** One page of one browser, for what every browser can be asked to do. */
export interface BrowserPage {
  goto(url: string): Promise<void>
  /** Runs in the page, with nothing around it. */
  run<Result>(inPage: () => Result): Promise<Result>
  /** Clicks what is found in the page, as a payer does. */
  click(find: (words: string) => Element | null, words: string): Promise<void>
  /** Goes back to the page before, as a payer does. */
  back(): Promise<void>
  /** Copies what is selected, as a payer does. */
  copy(): Promise<void>
  /** Pastes where the focus is, as a payer does. */
  paste(): Promise<void>
  close(): Promise<void>
}

/** A browser of the wider matrix. */
export interface BrowserDriver {
  name: string
  /** Debian's packages that bring it. */
  packages: string
  /** Where it is on this machine; null where it is not. */
  installed(): string | null
  /** Starts it. Every visit is at a shop of its own, where nothing is left of the one before. */
  start(path: string): Promise<{ version: string; visit(): Promise<BrowserPage>; close(): Promise<void> }>
}
