/** What the law, or a shopper, asks a shop's page for. A shop has one page of each. */
export const kinds = ['imprint', 'privacy', 'terms', 'withdrawal', 'shipping', 'payment', 'contact'] as const
export type PageKind = (typeof kinds)[number]

export const pageStatuses = ['draft', 'published'] as const
export type PageStatus = (typeof pageStatuses)[number]

/** Of one shop. */
export const maxPages = 1_000

export const longestSlug = 200
