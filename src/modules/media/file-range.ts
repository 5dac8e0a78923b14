/** Bytes of a file, the first and the last. */
export interface ByteRange {
  first: number
  last: number
}

/**
 * What of a file of this size a `range` header asks for (RFC 9110, 14.2). Undefined: the whole of it, as for several
 * ranges at once and for other units, which a server may leave aside. `outside`: nothing of it.
 */
export function rangeOf(header: string | undefined, size: number): ByteRange | 'outside' | undefined {
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '') ?? []
  if (from === '' && to === '') return undefined
  if (from === '') {
    const length = Math.min(Number(to), size)
    return length === 0 ? 'outside' : { first: size - length, last: size - 1 }
  }
  const first = Number(from)
  if (to !== '' && Number(to) < first) return undefined
  return first >= size ? 'outside' : { first, last: to === '' ? size - 1 : Math.min(Number(to), size - 1) }
}
