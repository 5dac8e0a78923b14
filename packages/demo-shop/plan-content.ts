import { audit, now, put, rowTimes, type Shop, type Step } from './shop.ts'

const hour = 3_600_000

interface Plan {
  title: string
  slug: string
  kind: string | null
  /** Headings begin with `# `. */
  lines: readonly string[]
}

const notLaw = 'This is a demo shop. Nothing is sold here, and no text here is legal advice.'

const plans: readonly Plan[] = [
  {
    title: 'Imprint',
    slug: 'imprint',
    kind: 'imprint',
    lines: [notLaw, '# Who we are', 'Lantern & Loom Ltd, 12 St James’s Square, London'],
  },
  {
    title: 'Privacy',
    slug: 'privacy',
    kind: 'privacy',
    lines: [notLaw, '# What we keep', 'Your name, your address and your orders, as long as we need them to serve you.'],
  },
  {
    title: 'Terms of sale',
    slug: 'terms',
    kind: 'terms',
    lines: [notLaw, '# How you buy', 'You order, we confirm by e-mail, and we send what you have paid for.'],
  },
  {
    title: 'Right of withdrawal',
    slug: 'withdrawal',
    kind: 'withdrawal',
    lines: [notLaw, '# Fourteen days', 'You may send back what you have bought within 14 days, without a reason.'],
  },
  {
    title: 'Shipping costs',
    slug: 'shipping',
    kind: 'shipping',
    lines: [
      'What shipping costs is shown at the checkout, before you order.',
      '# How long it takes',
      'Two to five days.',
    ],
  },
  {
    title: 'About us',
    slug: 'about-us',
    kind: null,
    lines: [
      'We choose small things that make a home kinder.',
      '# Our shelves',
      'Lanterns, mugs, and what goes with them.',
    ],
  },
]

/** Plans what the shop says besides its products: pages, menus and its home page, once it has collections. */
export function planContent(ends: number): Step[] {
  return [{ at: ends - 44 * hour, act: writeContent }]
}

function writeContent(shop: Shop): void {
  const { merchantId: merchant_id } = shop
  const ids = new Map(plans.map((plan) => [plan.slug, writePage(shop, plan)]))
  const collections = (shop.tables.get('collections') ?? []) as { id: string; slug: string; name: string }[]
  const main = collections.slice(0, 5).map(({ id, name: title }) => ({ title, type: 'collection', id, items: [] }))
  const all = { title: 'All products', type: 'url', url: '/products', items: [] }
  const about = { title: 'About us', type: 'page', id: ids.get('about-us'), items: [] }
  for (const [handle, items] of [
    ['main', [all, ...main, about]],
    ['footer', [about]],
  ] as const) {
    put(shop, 'menus', { merchant_id, handle, items, updated_at: now(shop) })
    audit(shop, 'manager', 'menu.updated', merchant_id, { [handle]: [[], items.map(({ title }) => title)] })
  }
  const link = { title: 'See everything', url: '/products' }
  const rows = collections
    .slice(0, 2)
    .map(({ id }) => ({ type: 'collection_row', title: null, limit: 8, collection_id: id }))
  const sections = [
    {
      type: 'hero',
      title: 'Small things, kindly made',
      text: 'For the table, the tree and the shelf.',
      picture: null,
      link,
    },
    ...rows,
    { type: 'pages', title: 'Good to know', ids: ['about-us', 'shipping', 'withdrawal'].map((slug) => ids.get(slug)) },
  ]
  put(shop, 'homes', { merchant_id, sections, media: [], updated_at: now(shop) })
  audit(shop, 'manager', 'home.updated', merchant_id, { sections: [[], sections.map(({ type }) => type)] })
}

function writePage(shop: Shop, { title, slug, kind, lines }: Plan): string {
  const id = shop.id()
  const texts = lines.map((line) => line.replace('# ', ''))
  const escaped = (text: string) => text.replaceAll('&', '&amp;')
  const body_html = lines
    .map((line) => (line.startsWith('# ') ? `<h2>${escaped(line.slice(2))}</h2>` : `<p>${escaped(line)}</p>`))
    .join('')
  const page = { title, slug, kind, body_html, body_text: texts.join('\n\n'), status: 'published' }
  put(shop, 'pages', { merchant_id: shop.merchantId, id, ...page, published_at: now(shop), ...rowTimes(shop) })
  audit(shop, 'manager', 'page.created', id, { title: [null, title], slug: [null, slug] })
  return id
}
