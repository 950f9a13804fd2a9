/**
 * The widget and the hosted payment page as HTML that works without JavaScript. An API-only server loads none of this.
 * @module
 */
export { type HostedPagesOptions, hostedPages, type PageLink } from './hosted-pages.ts'
export { type RenderWidgetOptions, renderWidget } from './render-widget.ts'
export { widgetStyleHash, widgetStyles } from './widget-styles.ts'
