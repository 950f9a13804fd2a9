import { openPaypane } from './paypane.js'

const paypane = openPaypane()
const port = Number(Deno.env.get('PORT') ?? 8787)

Deno.serve({ port, hostname: '127.0.0.1' }, (request, { remoteAddr }) => {
  const { pathname } = new URL(request.url)
  if (pathname.startsWith('/pay/')) return paypane.fetch(request, { address: remoteAddr.hostname })
  return file(pathname === '/' ? '/index.html' : pathname)
})

async function file(path) {
  const type = path.endsWith('.js') ? 'text/javascript' : 'text/html'
  return new Response(await Deno.readFile(`public${path}`), { headers: { 'content-type': type } })
}
