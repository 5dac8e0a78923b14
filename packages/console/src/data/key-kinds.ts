import type { Schemas } from '@commerce-platform/client'

export type KeyKind = Schemas['ApiKey']['kind']

interface KindTexts {
  /** In lists. */
  name: string
  /** As a choice of who will use the key. */
  user: string
  /** What it may do; of a program that is said by its permissions. */
  may: string
  about: string
}

export const keyKinds: Record<KeyKind, KindTexts> = {
  admin: {
    name: 'Program',
    user: 'A program that acts for the shop',
    may: '',
    about: 'It acts for you: never with more than your role allows, and it ends with your role.',
  },
  publishable: {
    name: 'Publishable',
    user: 'The pages of a storefront',
    may: 'Read the catalog, open guests',
    about:
      'It may stand in a page: it reads what the shop shows to everybody, and opens guests. It belongs to the shop, ' +
      'and stays when you leave.',
  },
  storefront: {
    name: 'Storefront',
    user: 'The server of a storefront',
    may: 'Read the catalog, open guests, name shoppers',
    about:
      'It is a secret of the storefront’s server: it reads the catalog, and says for which shopper a request is. It ' +
      'belongs to the shop, and stays when you leave.',
  },
}
