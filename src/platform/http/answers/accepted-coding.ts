export type Coding = 'br' | 'gzip'

/** In the order of preference: at the lowest levels brotli costs less CPU than gzip, for the same size. */
const codings: readonly Coding[] = ['br', 'gzip']

/** The content coding to use for a client that sent this `accept-encoding`; none if undefined (RFC 9110, 12.5.3). */
export function acceptedCoding(header: string | undefined): Coding | undefined {
  if (header === undefined) return undefined
  const weights = new Map(header.toLowerCase().split(',').map(weightOf))
  return codings.find((coding) => (weights.get(coding) ?? weights.get('*') ?? 0) > 0)
}

/** `br;q=0.5` as coding and weight; a weight that cannot be read counts as 0. */
function weightOf(part: string): [coding: string, weight: number] {
  const [coding = '', ...parameters] = part.split(';').map((text) => text.trim())
  const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
  return [coding, weight === undefined ? 1 : Number(weight)]
}
