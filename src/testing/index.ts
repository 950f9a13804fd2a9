/**
 * For the tests of a shop: its server and the sandbox in one process, connected by function calls.
 * @module
 */
export { createTestShop, type TestShop, type TestShopOptions } from './test-shop.ts'
export { viewOf } from './view-of.ts'
