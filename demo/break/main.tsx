import { render } from 'preact'
import { BreakPage } from './break-page.tsx'

const container = document.querySelector('#break')
if (container) render(<BreakPage />, container)
