/** The encoder of `qrcode` alone, without its renderers, PNG writer and command line. */
declare module 'qrcode/lib/core/qrcode.js' {
  export { create } from 'qrcode'
}
