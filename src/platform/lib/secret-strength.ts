/** What secrets need in production: as much as a key of AES-128. */
export const minSecretBits = 128

/**
 * A simple estimate of the entropy of a secret, in bits: its length times the logarithm of its alphabet, reduced by
 * what repeats and what counts up or down. It recognizes placeholders, not words: a random secret is worth what it was
 * made with, a sentence is overrated.
 */
export function estimateBits(secret: string): number {
  const codes = Array.from(secret, (character) => character.charCodeAt(0))
  const steps = codes.slice(1).map((code, index) => code - (codes[index] as number))
  // Of random text a few triples repeat by chance; these cost nothing.
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
