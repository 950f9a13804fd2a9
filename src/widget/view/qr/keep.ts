import type { QrContent } from './content.ts'

const name = 'payment-qr'

/** The code as a file: the image that came, else what was painted. */
export async function fileOf(
  canvas: HTMLCanvasElement | null,
  content: QrContent | null,
): Promise<File | null> {
  if (content?.type === 'image') {
    return new File([content.bytes], `${name}.${content.mime.split(/[/+]/)[1]}`, { type: content.mime })
  }
  const blob = await new Promise<Blob | null>((resolve) => canvas?.toBlob(resolve))
  return blob && new File([blob], `${name}.png`, { type: blob.type })
}

export function save(file: File): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = file.name
  link.click()
  // The browser has taken the file by the time of the next task.
  setTimeout(() => URL.revokeObjectURL(link.href))
}

/** Shared as a file: an address of our own would be of no use to anyone else. Saved where files are not shared. */
export async function share(file: File): Promise<void> {
  const files = { files: [file] }
  if (!navigator.canShare?.(files)) return save(file)
  // The payer may close the sheet, which is no failure.
  await navigator.share(files).catch(() => undefined)
}
