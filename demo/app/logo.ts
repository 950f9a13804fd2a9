const maxSize = { width: 320, height: 72 }

/** An image file as a small data URI, so that a link carries it. */
export async function logoFrom(file: File): Promise<string> {
  const url = URL.createObjectURL(file)
  try {
    const image = new Image()
    image.src = url
    await image.decode()
    // An SVG may have no size of its own.
    const { naturalWidth: width = 0, naturalHeight: height = 0 } = image
    const [ownWidth, ownHeight] = width > 0 && height > 0 ? [width, height] : [maxSize.height, maxSize.height]
    const scale = Math.min(1, maxSize.width / ownWidth, maxSize.height / ownHeight)
    const canvas = document.createElement('canvas')
    canvas.width = Math.max(1, Math.round(ownWidth * scale))
    canvas.height = Math.max(1, Math.round(ownHeight * scale))
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
    return canvas.toDataURL('image/webp', 0.85)
  } finally {
    URL.revokeObjectURL(url)
  }
}
