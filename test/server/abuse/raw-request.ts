import { request } from 'node:http'

/** The status of a GET request with an unnormalized target, which `fetch` cannot send. */
export function rawStatus(
  url: string,
  target: string,
  headers: Record<string, string> = {},
): Promise<number> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    request({ hostname, port, path: target, headers }, (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
      .on('error', reject)
      .end()
  })
}
