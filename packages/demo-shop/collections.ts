import { givePicture } from './give-picture.ts'
import { type Picture, pictureOf } from './pictures.ts'
import { audit, put, rowTimes, type Shop } from './shop.ts'
import { meaningOf } from './translate-names.ts'

interface Condition {
  field: 'category' | 'tag' | 'price' | 'compare_at_price' | 'in_stock'
  operator: 'is' | 'set' | 'below'
  value: string | number | boolean
}

interface CollectionRules {
  match: 'all' | 'any'
  conditions: Condition[]
}

interface Plan {
  name: string
  slug: string
  description: string
  sort: 'manual' | 'newest' | 'price_asc' | 'name'
  status?: 'draft'
  rules: CollectionRules | null
  picture: Picture
}

const all = (...conditions: Condition[]): CollectionRules => ({ match: 'all', conditions })
const inStock: Condition = { field: 'in_stock', operator: 'is', value: true }

const plans: readonly Plan[] = [
  {
    name: 'Autumn sale',
    slug: 'sale',
    sort: 'price_asc',
    description: 'Reduced while stocks last.',
    rules: all({ field: 'compare_at_price', operator: 'set', value: true }, inStock),
    picture: pictureOf('gift', 'red'),
  },
  {
    name: 'Our favourites',
    slug: 'favourites',
    sort: 'manual',
    rules: null,
    description: 'What our customers come back for.',
    picture: pictureOf('heart', 'pink'),
  },
  {
    name: 'Christmas',
    slug: 'christmas',
    sort: 'newest',
    description: 'For the tree, the table and under the wrapping.',
    rules: all({ field: 'category', operator: 'is', value: 'Christmas' }),
    picture: pictureOf('tree', 'green'),
  },
  {
    name: 'Little presents',
    slug: 'little-presents',
    sort: 'price_asc',
    description: 'Small things that make somebody smile.',
    rules: all(
      { field: 'price', operator: 'below', value: 5 },
      { field: 'tag', operator: 'is', value: 'gift' },
      inStock,
    ),
    picture: pictureOf('gift', 'turquoise'),
  },
  {
    name: 'Vintage',
    slug: 'vintage',
    sort: 'name',
    description: 'New things with an old soul.',
    rules: all({ field: 'tag', operator: 'is', value: 'vintage' }),
    picture: pictureOf('clock', 'gold'),
  },
  {
    name: 'Spring',
    slug: 'spring',
    sort: 'newest',
    status: 'draft',
    description: 'Easter, and what the garden needs.',
    rules: {
      match: 'any',
      conditions: ['Easter', 'Garden'].map((value) => ({ field: 'category', operator: 'is', value })),
    },
    picture: pictureOf('flower', 'yellow'),
  },
]

/** Cards that are put in by hand. */
const favourites = 16

/** By rules and by hand. What rules find is looked for by the service, within seconds of its start. */
export function makeCollections(shop: Shop): void {
  const { merchantId } = shop
  for (const { picture, status = 'active', ...plan } of plans) {
    const id = shop.id()
    const media = [givePicture(shop, picture)]
    const row = { merchant_id: merchantId, id, ...plan, media, status, seo_title: null, seo_description: null }
    const cards = plan.rules === null ? favouritesOf(shop) : []
    put(shop, 'collections', { ...row, product_count: cards.length, ...rowTimes(shop) })
    for (const [position, card_id] of cards.entries())
      put(shop, 'collection_cards', { merchant_id: merchantId, collection_id: id, position, card_id })
    const { name, slug, description, sort } = plan
    audit(
      shop,
      'manager',
      'collection.created',
      id,
      shop.service.changesOf(null, { name, slug, description, sort, status }),
    )
  }
  put(shop, 'collection_changes', { merchant_id: merchantId })
}

/** The first of the best sellers, those with a name in other languages before the others; of a group its card. */
function favouritesOf({ goods }: Shop): string[] {
  const isTranslated = ({ name, group_name }: Shop['goods'][number]) => meaningOf(group_name ?? name) !== undefined
  const first = [...goods.filter(isTranslated), ...goods.filter((one) => !isTranslated(one))]
  return [...new Set(first.map(({ id, group_id }) => group_id ?? id))].slice(0, favourites)
}
