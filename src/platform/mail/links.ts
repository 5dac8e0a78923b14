export interface LinkConfig {
  HOST: string
  PORT: number
  PUBLIC_URL?: string | undefined
  TLS_CERT_FILE?: string | undefined
}

/**
 * The link of a mail: a page of this service, with a secret in the fragment, which browsers send to no server.
 * @param shop whose texts the page has
 */
export function accountLink(config: LinkConfig, page: string, token: string, shop?: string): string {
  return `${publicUrl(config)}/account/${page}${shop === undefined ? '' : `?shop=${shop}`}#token=${token}`
}

/** The address of this service for clients, without a trailing slash. */
export function publicUrl({ PUBLIC_URL, HOST, PORT, TLS_CERT_FILE }: LinkConfig): string {
  if (PUBLIC_URL !== undefined) return PUBLIC_URL.replace(/\/+$/, '')
  const host = HOST.includes(':') ? `[${HOST}]` : HOST
  return `${TLS_CERT_FILE ? 'https' : 'http'}://${host}:${PORT}`
}
