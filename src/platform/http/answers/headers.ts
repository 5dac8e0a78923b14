/** What a caller has left of a limit of requests. */
export const limitHeaders = ['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset'] as const

/** Headers that scripts of another origin may read: those that the reference documents. */
const exposed = [
  'x-request-id',
  'retry-after',
  'idempotent-replayed',
  ...limitHeaders,
  'allow',
  'content-disposition',
  'etag',
]

/**
 * Headers of every answer: of routes, refusing hooks, the router and the HTTP parser. Pages set a policy of their own.
 */
export const answerHeaders = {
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  // Any origin may call: storefronts are on their own domains, and tokens are sent in headers, never in cookies.
  'access-control-allow-origin': '*',
  'access-control-expose-headers': exposed.join(', '),
}
