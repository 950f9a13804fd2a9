const maxSide = 1600
const maxBytes = 5 * 1024 * 1024

/**
 * What is uploaded of a file: a PDF as it is; an image drawn again as a JPEG of at most 1,600 px, without the place and the
 * device that a photo's metadata names. Null if it is neither, whatever its name, or too large.
 */
export async function prepareFile(file: Blob): Promise<Blob | null> {
  const isPdf = (await file.slice(0, 5).text()) === '%PDF-'
  const prepared = isPdf ? file.slice(0, file.size, 'application/pdf') : await drawAgain(file)
  return prepared && prepared.size <= maxBytes ? prepared : null
}

async function drawAgain(file: Blob): Promise<Blob | null> {
  try {
    const image = await createImageBitmap(file)
    const scale = Math.min(1, maxSide / Math.max(image.width, image.height))
    const canvas = document.createElement('canvas')
    canvas.width = Math.max(1, Math.round(image.width * scale))
    canvas.height = Math.max(1, Math.round(image.height * scale))
    const context = canvas.getContext('2d')
    if (!context) return null
    // JPEG has no transparency.
    context.fillStyle = '#fff'
    context.fillRect(0, 0, canvas.width, canvas.height)
    context.drawImage(image, 0, 0, canvas.width, canvas.height)
    image.close()
    return await new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.85))
  } catch {
    return null
  }
}
