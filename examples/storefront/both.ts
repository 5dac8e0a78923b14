/** A text that says something of its arguments, in English and German. */
export function both<Of extends unknown[]>(
  english: (...of: Of) => string,
  german: (...of: Of) => string,
): [english: (...of: Of) => string, german: (...of: Of) => string] {
  return [english, german]
}
