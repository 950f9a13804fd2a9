/** The page for an address that does not exist. `root`: the address of the site, with a slash at its end. */
export const notFoundPage = (root: string): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>Page not found · Paypane</title>
    <link rel="icon" href="${root}icon.svg" type="image/svg+xml">
    <link rel="stylesheet" href="${root}docs/docs.css">
  </head>
  <body>
    <header>
      <a class="brand" href="${root}docs/index.html"><img src="${root}icon.svg" width="28" height="28" alt=""> Paypane</a>
    </header>
    <main class="alone">
      <h1>Page not found</h1>
      <p>There is no page at this address.</p>
      <p><a href="${root}docs/index.html">Documentation</a> · <a href="${root}index.html">Live demo</a></p>
    </main>
  </body>
</html>
`
