'use client'

import 'paypane/element'

/** Loads the script that takes the rendered widget over. */
export const Element = () => null
