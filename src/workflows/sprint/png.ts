// What a PNG says of itself.

/** From its header. */
export function sizeOf(png: Uint8Array): { width: number; height: number } {
  const head = new DataView(png.buffer, png.byteOffset)
  return { width: head.getUint32(16), height: head.getUint32(20) }
}
