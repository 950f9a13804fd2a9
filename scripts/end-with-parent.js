/**
 * Loaded with `--import` by `npm start`, `npm run server` and `npm run sandbox`: ends the process when npm, or the shell
 * that npm starts, has ended. Neither passes every signal on, and a server that is left behind keeps its port.
 */
import { execFile } from 'node:child_process'
import { isMainThread } from 'node:worker_threads'

if (isMainThread) {
  const parent = process.ppid
  let npm = parent
  // Windows has no ps; there only the parent is watched.
  execFile('ps', ['-o', 'ppid=,comm=', '-p', String(parent)], (error, output = '') => {
    const [, pid, command = ''] = /^\s*(\d+)\s+(.*)/.exec(output) ?? []
    if (error === null && /(^|\/)-?\w*sh$/.test(command.trim())) npm = Number(pid)
  })
  const check = () => {
    if (process.ppid !== parent || !isRunning(npm)) process.kill(process.pid, 'SIGTERM')
  }
  setInterval(check, 250).unref()
}

/** @param {number} pid */
function isRunning(pid) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
