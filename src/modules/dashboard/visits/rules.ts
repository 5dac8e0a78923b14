/** What a storefront counts. */
export const visitKinds = ['visit', 'product', 'cart', 'checkout'] as const
export type VisitKind = (typeof visitKinds)[number]

/** Sources of one day; others count as `other`, so that nobody fills the table. */
export const maxSources = 50

/** Two years, and a day for zones. */
export const keptDays = 732

const maxLength = 50

/** A host or a word as it is kept: lower case, plain letters, digits, `.`, `_` and `-`. None: `direct`. */
export function sourceOf(text: string): string {
  const plain = text
    .toLowerCase()
    .replace(/^www\./, '')
    .replace(/[^a-z0-9._-]+/g, '-')
    .slice(0, maxLength)
    .replace(/^[-._]+|[-._]+$/g, '')
  return plain === '' ? 'direct' : plain
}
