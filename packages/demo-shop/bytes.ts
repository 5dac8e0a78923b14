/** Bytes as PostgreSQL reads them in JSON. */
export function binary(bytes: Buffer): string {
  return `\\x${bytes.toString('hex')}`
}

/** The bytes of a text. */
export function binaryText(text: string): string {
  return text.replaceAll('\\', '\\\\')
}
