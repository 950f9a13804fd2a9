import type { Model } from './model.ts'

/** The shop's name: that of the page, else that of its server. */
export const shopName = ({ options, state }: Model): string | undefined =>
  options.merchant ?? state.view?.merchant?.name
