import './zod-jitless.ts'
import { render } from 'preact'
import { App } from './app.tsx'
import { startRouting } from './route.ts'
import { signIn } from './session.ts'
import { applyStyles } from './styles.ts'

/** Renders into `#paypane-console`, whose `data-api` is the base URL of the admin API. */
const container = document.getElementById('paypane-console')
const adminUrl = container?.dataset['api']
if (!container || !adminUrl) throw new Error('The page has no element #paypane-console with data-api.')
applyStyles(document)
startRouting()
// If it fails, the operator signs in with a token.
if ('authenticated' in container.dataset) await signIn(adminUrl, null).catch(() => undefined)
render(<App adminUrl={adminUrl} />, container)
