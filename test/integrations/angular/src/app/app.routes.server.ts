import { RenderMode, type ServerRoute } from '@angular/ssr'

/** A page with a payment is never prerendered. */
export const serverRoutes: ServerRoute[] = [{ path: '**', renderMode: RenderMode.Server }]
