/**
 * The widget as HTML, before and without any script, and a payment page of its own. An API-only server loads nothing of it.
 * @module
 */
export { type HostedPagesOptions, hostedPages, type PageLink } from './hosted-pages.ts'
export { type RenderWidgetOptions, renderWidget } from './render-widget.ts'
export { widgetStyleHash } from './style-hash.ts'
export { widgetStyles } from './widget-styles.ts'
