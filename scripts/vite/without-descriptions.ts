import type { Plugin } from 'vite'

const description = /\bdescription:\s*('[^'\n]*'|"[^"\n]*"|`[^`\n]*`),?/g

/** Leaves out the descriptions of schemas, which are for editors and `docs/openapi.json`. */
export function withoutDescriptions(): Plugin {
  return {
    name: 'paypane-without-descriptions',
    enforce: 'pre',
    transform: {
      filter: { id: /\/src\/contract\// },
      handler: (code) => ({ code: code.replaceAll(description, ''), map: null }),
    },
  }
}
