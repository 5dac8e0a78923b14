const [prime, otherPrime] = [0x01000193, 0x85ebca6b]

/** FNV-1a (Fowler, Noll, Vo), 32 bits. */
export function hashOf(text: string, factor = prime): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), factor)
  return hash >>> 0
}

/** 53 bits of a text, to notice that it is another. SHA-1 takes three times as long. */
export function fingerprintOf(text: string): number {
  return hashOf(text) * 2 ** 21 + (hashOf(text, otherPrime) >>> 11)
}
