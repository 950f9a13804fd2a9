import type { QrContent } from './read-qr.ts'

export type FilePurpose = 'save' | 'share'

/** Offers a file to the page, as a `data:` URL; false if the page took it. */
export type OfferFile = (url: string) => boolean

/** The QR code as a file: the original image, or what was painted. */
export async function toFile(canvas: HTMLCanvasElement | null, content: QrContent): Promise<File | null> {
  const blob =
    content.type === 'image'
      ? new Blob([content.bytes], { type: content.mime })
      : await new Promise<Blob | null>((resolve) => canvas?.toBlob(resolve))
  return blob && new File([blob], `payment-qr.${blob.type.split(/[/+]/)[1]}`, blob)
}

/** Saves or shares a file, unless the page does. False for a download: a WebView may ignore it without an error. */
export async function exportFile(file: File, purpose: FilePurpose, offer: OfferFile): Promise<boolean> {
  if (!offer(await dataUrl(file)) || (purpose === 'share' && (await shareFile(file)))) return true
  saveFile(file)
  return false
}

const dataUrl = (file: File) =>
  new Promise<string>((resolve) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.readAsDataURL(file)
  })

/** WebViews and download managers read the URL late. */
const revokeMs = 60_000

function saveFile(file: File): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = file.name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), revokeMs)
}

/** Shares the file itself, since a `blob:` URL is of no use to others. False where files cannot be shared. */
async function shareFile(file: File): Promise<boolean> {
  const shareData = { files: [file] }
  try {
    if (!navigator.canShare(shareData)) return false
    await navigator.share(shareData)
    return true
  } catch (error) {
    // The payer closed the share sheet.
    return error instanceof Error && error.name === 'AbortError'
  }
}
