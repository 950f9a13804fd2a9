import 'paypane/element'

/** Loads the script that takes the rendered widget over. */
export default defineNuxtPlugin(() => undefined)
