import type { QrContent } from './read-qr.ts'

/** The code as a file: the image that came, else what was painted. */
export async function toFile(
  canvas: HTMLCanvasElement | null,
  content: QrContent | null,
): Promise<File | null> {
  const blob =
    content?.type === 'image'
      ? new Blob([content.bytes], { type: content.mime })
      : await new Promise<Blob | null>((resolve) => canvas?.toBlob(resolve))
  return blob && new File([blob], `payment-qr.${blob.type.split(/[/+]/)[1]}`, blob)
}

export function saveFile(file: File): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = file.name
  link.click()
  // The browser has taken the file by the time of the next task.
  setTimeout(() => URL.revokeObjectURL(link.href))
}

/** Shared as a file: an address of our own would be of no use to anyone else. Saved where files are not shared. */
export async function shareFile(file: File): Promise<void> {
  const shareData = { files: [file] }
  if (!navigator.canShare?.(shareData)) return saveFile(file)
  // The payer may close the sheet, which is no failure.
  await navigator.share(shareData).catch(() => undefined)
}
