/**
 * The operator's console, to be mounted beside `paypane/server`.
 * @module
 */
export { type ConsolePages, type ConsolePagesOptions, consolePages } from './pages.ts'
