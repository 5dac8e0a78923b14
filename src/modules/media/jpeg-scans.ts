const marker = 0xff
const [startOfScan, endOfImage] = [0xda, 0xd9]

/** How many scans a JPEG has, counted by its markers: nothing is decoded. */
export function countScans(bytes: Buffer): number {
  let scans = 0
  // Between scans each marker but a few has a length; what a scan holds has none, and is skipped to the next marker.
  for (let at = bytes.indexOf(marker, 2); at !== -1 && at + 3 < bytes.length; at = bytes.indexOf(marker, at)) {
    const code = bytes.readUInt8(at + 1)
    if (code === endOfImage) return scans
    if (code === startOfScan) scans += 1
    at += code === marker ? 1 : 2
    if (!isAlone(code)) at += bytes.readUInt16BE(at)
  }
  return scans
}

/** A filling byte, a byte 0xff of a scan, a restart, and the few others without a length. */
function isAlone(code: number): boolean {
  return code === marker || code === 0 || code === 1 || (code >= 0xd0 && code <= 0xd8)
}
