/** Scripts of others, such as for statistics. Pages load none of them until the visitor agrees (browser/consent.ts). */
export interface Tags {
  /** Addresses of scripts. */
  scripts: readonly string[]
  /** What the policy of the pages lets in: the hosts of these scripts, and others that they ask. */
  hosts: readonly string[]
}

/**
 * `STOREFRONT_TAGS` are addresses of scripts, `STOREFRONT_TAG_HOSTS` further hosts; each separated by commas.
 * @throws Error for what is no address of the web
 */
export function readTags(tags = '', hosts = ''): Tags {
  const scripts = listOf(tags).map((text) => addressOf('STOREFRONT_TAGS', text))
  const further = listOf(hosts).map((text) => addressOf('STOREFRONT_TAG_HOSTS', text))
  return {
    scripts: scripts.map(({ href }) => href),
    hosts: [...new Set([...scripts, ...further].map(({ origin }) => origin))],
  }
}

const listOf = (text: string) =>
  text
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')

function addressOf(name: string, text: string): URL {
  const url = URL.parse(text)
  // These would end a rule of the policy.
  if (!url || !/^https?:$/.test(url.protocol) || /[;,'\s]/.test(url.origin)) {
    throw new Error(`${name} must have addresses such as https://tags.example/tag.js, not ${text}`)
  }
  return url
}
