import type { Schemas } from '@commerce-platform/client'
import { t } from '#console/lib/text.ts'

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
    name: t('Program'),
    user: t('A program that acts for the shop'),
    may: '',
    about: t('It acts for you: never with more than your role allows, and it ends with your role.'),
  },
  publishable: {
    name: t('Publishable'),
    user: t('The pages of a storefront'),
    may: t('Read the catalog, open guests'),
    about: t(
      'It may stand in a page: it reads what the shop shows to everybody, and opens guests. It ' +
        'belongs to the shop, and stays when you leave.',
    ),
  },
  storefront: {
    name: t('Storefront'),
    user: t('The server of a storefront'),
    may: t('Read the catalog, open guests, name shoppers'),
    about: t(
      'It is a secret of the storefront’s server: it reads the catalog, and says for which ' +
        'shopper a request is. It belongs to the shop, and stays when you leave.',
    ),
  },
}
