import './zod-jitless.ts'
import { render } from 'preact'
import { App } from './app.tsx'
import { startRouting } from './route.ts'
import { applyStyles } from './styles/apply-styles.ts'

/**
 * The operator's console, in one file. The page that asks for it has an element `#paypane-console`, whose `data-api`
 * says where the admin API is.
 */
const container = document.getElementById('paypane-console')
if (container === null) throw new Error('The page has no element with the id paypane-console.')
applyStyles(document)
startRouting()
render(<App base={container.dataset['api'] ?? '/pay/admin'} />, container)
