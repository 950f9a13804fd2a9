import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const samples = join(import.meta.dirname, '../../deploy')

const isInstalled = (command: string, ...args: string[]): boolean =>
  spawnSync(command, args).error === undefined

/** A sample of `deploy`, changed so far that it runs on this machine. */
export interface ProxySample {
  name: 'nginx' | 'caddy'
  isInstalled: boolean
  /** The configuration in a folder of its own: on `port`, in front of `servers` (each `host:port`). */
  write(options: { port: number; servers: readonly [string, string] }): WrittenProxy
}

export interface WrittenProxy {
  /** Its certificate of `shop.example`. */
  certificate: string
  /** Runs the proxy's own check. Returns its output, which is empty if the configuration is valid. */
  check(): string
  start(): ChildProcess
  /** Removes the folder. */
  remove(): void
}

interface Written {
  check: [string, ...string[]]
  start: [string, ...string[]]
  env?: Record<string, string>
}

function inFolder(write: (folder: string) => Written): WrittenProxy {
  const folder = mkdtempSync(join(tmpdir(), 'paypane-proxy-'))
  const certificate = join(folder, 'shop.pem')
  const subject = ['-subj', '/CN=shop.example', '-addext', 'subjectAltName=DNS:shop.example']
  const files = ['-keyout', join(folder, 'shop.key'), '-out', certificate]
  spawnSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...subject, ...files])
  const written = write(folder)
  const env = { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder }
  return {
    certificate: readFileSync(certificate, 'utf8'),
    check() {
      const [command, ...args] = written.check
      const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8', env })
      return status === 0 ? '' : stdout + stderr || `${command} failed`
    },
    start() {
      const [command, ...args] = written.start
      return spawn(command, args, { stdio: 'ignore', env })
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

const hasOpenssl = isInstalled('openssl', 'version')

const nginx: ProxySample = {
  name: 'nginx',
  isInstalled: hasOpenssl && isInstalled('nginx', '-v'),
  write: ({ port, servers }) =>
    inFolder((folder) => {
      const sample = readFileSync(join(samples, 'nginx.conf'), 'utf8')
        .replace('server-1:8787', servers[0])
        .replace('server-2:8787', servers[1])
        .replace('listen 443 ssl', `listen 127.0.0.1:${port} ssl`)
        .replace('listen 80;', `listen unix:${folder}/http.socket;`)
        .replaceAll('/var/log/nginx', folder)
        .replaceAll('/etc/nginx/certificates', folder)
      const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
      mkdirSync(join(folder, 'tmp'))
      const main = join(folder, 'nginx.conf')
      writeFileSync(
        main,
        `daemon off;
${process.getuid?.() === 0 ? 'user root;' : ''}
pid ${folder}/nginx.pid;
error_log stderr;
events {}
http {
  access_log off;
  ${temporary.map((name) => `${name}_temp_path ${folder}/tmp/${name};`).join('\n  ')}
${sample}}
`,
      )
      const common = ['-p', folder, '-c', main, '-e', 'stderr']
      return { check: ['nginx', '-t', ...common], start: ['nginx', ...common] }
    }),
}

const caddy: ProxySample = {
  name: 'caddy',
  isInstalled: hasOpenssl && isInstalled('caddy', 'version'),
  write: ({ port, servers }) =>
    inFolder((folder) => {
      const sample = readFileSync(join(samples, 'Caddyfile'), 'utf8')
        .replace('server-1:8787 server-2:8787', servers.join(' '))
        // Ten times as often, so that tests wait less.
        .replace('health_interval 2s', 'health_interval 200ms')
        .replace('\n{\n', '\n{\n\tadmin off\n\tauto_https disable_redirects\n')
        .replace(
          'shop.example {',
          `shop.example:${port} {\n\tbind 127.0.0.1\n\ttls ${folder}/shop.pem ${folder}/shop.key`,
        )
      const main = join(folder, 'Caddyfile')
      writeFileSync(main, sample)
      const common = ['--adapter', 'caddyfile', '--config', main]
      return { check: ['caddy', 'validate', ...common], start: ['caddy', 'run', ...common] }
    }),
}

export const proxySamples: readonly ProxySample[] = [nginx, caddy]

/** Ends the process that `start` has returned. */
export async function end(proxy: ChildProcess): Promise<void> {
  if (proxy.exitCode !== null || proxy.signalCode !== null) return
  proxy.kill('SIGTERM')
  await once(proxy, 'exit')
}
