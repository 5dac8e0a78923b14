/** What a script of another origin may read: the headers of answers that the reference documents. */
const exposed = [
  'x-request-id',
  'retry-after',
  'idempotent-replayed',
  'ratelimit-limit',
  'ratelimit-remaining',
  'ratelimit-reset',
  'allow',
  'content-disposition',
  'etag',
]

/**
 * Headers of every answer, whoever makes it: a route, a hook that refuses, the router, the parser of HTTP. Pages
 * replace the policy by their own.
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
