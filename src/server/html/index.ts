/**
 * The widget as HTML, before and without any script, and a payment page of its own. An API-only server loads nothing of it.
 * @module
 */
export { type RenderWidgetOptions, renderWidget, widgetStyles } from './render-widget.ts'
export { widgetStyleHash } from './style-hash.ts'
