import type { QrContent } from './read-qr.ts'

/** The QR code as a file: the original image, or what was painted. */
export async function toFile(canvas: HTMLCanvasElement, content: QrContent | null): Promise<File | null> {
  const blob =
    content?.type === 'image'
      ? new Blob([content.bytes], { type: content.mime })
      : await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve))
  return blob && new File([blob], `payment-qr.${blob.type.split(/[/+]/)[1]}`, blob)
}

export function saveFile(file: File): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = file.name
  link.click()
  // The browser has read the URL before the next task.
  setTimeout(() => URL.revokeObjectURL(link.href))
}

/** Shares the file itself, since a `blob:` URL is of no use to others. Saves it where files cannot be shared. */
export async function shareFile(file: File): Promise<void> {
  const shareData = { files: [file] }
  if (!navigator.canShare?.(shareData)) return saveFile(file)
  // Rejects if the payer closes the share sheet, which is not an error.
  await navigator.share(shareData).catch(() => undefined)
}
