import './no-code-from-text.ts'
import { render } from 'preact'
import { App } from './app.tsx'
import { followAddress } from './route.ts'
import { dress } from './styles/sheet.ts'

/**
 * The operator's console, in one file. The page that asks for it has an element `#paypane-console`, whose `data-api`
 * says where the admin API is.
 */
const place = document.getElementById('paypane-console')
if (place === null) throw new Error('The page has no element with the id paypane-console.')
dress(document)
followAddress()
render(<App base={place.dataset['api'] ?? '/pay/admin'} />, place)
