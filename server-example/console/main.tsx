import { render } from 'preact'
import { z } from 'zod'
import { App } from './app.tsx'
import { followAddress } from './route.ts'
import { dress } from './styles/sheet.ts'

/**
 * The operator's console, in one file. The page that asks for it has an element `#paypane-console`, whose `data-api`
 * says where the admin API is.
 */
// No code is made from text: the page's policy forbids it, and even trying would be reported.
z.config({ jitless: true })
const place = document.getElementById('paypane-console')
if (place === null) throw new Error('The page has no element with the id paypane-console.')
dress(document)
followAddress()
render(<App base={place.dataset['api'] ?? '/pay/admin'} />, place)
