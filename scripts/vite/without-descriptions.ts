import type { Plugin } from 'vite'

const description = /\bdescription:\s*('[^'\n]*'|"[^"\n]*"|`[^`\n]*`),?/g
/** `time` and `nullableTime` of `members.ts` take a description. */
const describedTime = /\b(time|nullableTime)\(\s*('[^'\n]*'|"[^"\n]*"),?\s*\)/g

/** Leaves out the descriptions of schemas: the declarations and `docs/openapi.json` have them. */
export function withoutDescriptions(): Plugin {
  return {
    name: 'paypane-without-descriptions',
    enforce: 'pre',
    transform: {
      filter: { id: /\/src\/contract\// },
      handler: (code) => ({
        code: code.replaceAll(description, '').replaceAll(describedTime, "$1('')"),
        map: null,
      }),
    },
  }
}
