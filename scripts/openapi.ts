/** `npm run openapi`: writes the OpenAPI document of the contract to `docs/openapi.json`. */
import { writeFileSync } from 'node:fs'
import { openApi } from '../src/contract/openapi.ts'

const file = new URL('../docs/openapi.json', import.meta.url)
writeFileSync(file, `${JSON.stringify(openApi(), null, 2)}\n`)
