/** Minimum entropy of secrets in production: that of an AES-128 key. */
export const minSecretBits = 128

/**
 * A simple estimate of the entropy of a secret, in bits: its length times the logarithm of its alphabet, less
 * repetitions and sequences. It recognizes placeholders, not words: it is right for random secrets and overrates
 * sentences.
 */
export function estimateBits(secret: string): number {
  const codes = Array.from(secret, (character) => character.charCodeAt(0))
  const steps = codes.slice(1).map((code, index) => code - (codes[index] as number))
  // A few triples of random text repeat by chance, and are not counted.
  const novelty = Math.min(distinctTriples(codes), distinctTriples(steps))
  return secret.length * Math.log2(alphabetSize(secret)) * (novelty > 0.8 ? 1 : novelty)
}

function distinctTriples(values: readonly number[]): number {
  const triples = values.slice(2).map((value, index) => `${values[index]},${values[index + 1]},${value}`)
  return triples.length === 0 ? 0 : new Set(triples).size / triples.length
}

function alphabetSize(secret: string): number {
  if (/^\d+$/.test(secret)) return 10
  if (/^([\da-f]+|[\dA-F]+)$/.test(secret)) return 16
  const classes: [RegExp, number][] = [
    [/[a-z]/, 26],
    [/[A-Z]/, 26],
    [/\d/, 10],
    [/[^a-zA-Z\d]/, 16],
  ]
  return classes.reduce((size, [pattern, letters]) => size + (pattern.test(secret) ? letters : 0), 0)
}
