import { spawn } from 'node:child_process'

const commands: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
}

/** Opens the default browser. The address is printed, so a failure needs no message. */
export function openBrowser(url: string): void {
  const [command = 'xdg-open', ...args] = commands[process.platform] ?? []
  spawn(command, [...args, url], { stdio: 'ignore', detached: true })
    .on('error', () => undefined)
    .unref()
}
