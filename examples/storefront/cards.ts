import { type Card, type Picture, shopPaths } from './api.ts'
import { money } from './format.ts'
import { type Html, html, type Part, webAddress } from './html.ts'
import type { View } from './view.ts'

interface Shown {
  /** How wide it is shown, as `sizes` of an image. */
  sizes: string
  /** The first pictures of a page are loaded at once, the others when they come near. */
  isFirst?: boolean
  alt: string
}

/** A picture of the product; its box has its size before it is there. */
export function picture(of: { media: readonly Picture[]; image_url: string | null }, shown: Shown): Html {
  const media = of.media.find(({ video }) => !video) ?? of.media[0]
  return media ? pictureOf(media, shown) : plainPicture(of.image_url, shown)
}

export function pictureOf(media: Picture, { sizes, isFirst, alt }: Shown): Html {
  const sources = media.sizes.map(({ url, width }) => `${url} ${width}w`).join(', ')
  const smaller = media.sizes.flatMap(({ avif_url, width }) => (avif_url ? [`${avif_url} ${width}w`] : [])).join(', ')
  const focus = media.focus && focusClass(media.focus)
  return html`<picture>${smaller && html`<source type="image/avif" srcset="${smaller}" sizes="${sizes}">`}<img
src="${media.url}" srcset="${sources}" sizes="${sizes}" width="${media.width}" height="${media.height}"
alt="${alt}"${focus && html` class="${focus}"`} ${loading(isFirst)}></picture>`
}

/** The focal point in tenths: the policy of the pages allows styles of the shop's files alone. */
function focusClass({ x, y }: NonNullable<Picture['focus']>): string {
  return `x${Math.round(x * 10)} y${Math.round(y * 10)}`
}

export function plainPicture(url: string | null, { isFirst, alt }: Pick<Shown, 'isFirst' | 'alt'>): Html {
  const address = webAddress(url)
  if (address) return html`<img src="${address}" width="640" height="640" alt="${alt}" ${loading(isFirst)}>`
  const named = alt === '' ? html`aria-hidden="true"` : html`role="img" aria-label="${alt}"`
  return html`<span class="blank" ${named}><svg viewBox="0 0 24 24" aria-hidden="true"
><path d="M4 9h16v11H4V9Zm-1-4h18v4H3V5Zm9 0v15M12 5c-1-3-5-3-5-1 0 1 2 1 5 1Zm0 0c1-3 5-3 5-1 0 1-2 1-5 1Z"
/></svg></span>`
}

const loading = (isFirst = false): Html =>
  isFirst ? html`fetchpriority="high"` : html`loading="lazy" decoding="async"`

type Priced = Pick<Card, 'price' | 'currency' | 'reduction'>

/** The price; of a sale with the one before, which is the lowest of the 30 days before it. */
export function priceOf({ t, locale }: View, { price, currency, reduction }: Priced, range?: { max: number }): Html {
  const amount = money(price, currency, locale)
  const shown = range && range.max > price ? t.from(amount) : amount
  if (!reduction) return html`<span class="price">${shown}</span>`
  return html`<span class="price sale"><span class="hidden">${t.salePrice} </span>${shown}</span>
<s class="before"><span class="hidden">${t.priceBefore} </span>${money(reduction.from, currency, locale)}</s>`
}

export function cardOf(view: View, card: Card, { isFirst = false }: { isFirst?: boolean } = {}): Html {
  const { group } = card
  const { t } = view
  const name = group?.name ?? card.name
  const isAvailable = group ? group.available : card.available > 0
  const badge: Part = isAvailable
    ? card.reduction && html`<span class="badge sale">${t.percentOff(card.reduction.percent)}</span>`
    : html`<span class="badge">${t.soldOut}</span>`
  const sizes = '(min-width: 1200px) 260px, (min-width: 700px) 30vw, 46vw'
  return html`<li class="card${!isAvailable && ' gone'}">
<a href="${view.href(shopPaths.product(group?.slug ?? card.slug))}">
<span class="frame">${picture(card, { sizes, isFirst, alt: '' })}${badge}</span>
<span class="name">${name}</span></a>
<p class="prices">${priceOf(view, card, group?.price_range)}</p>
</li>`
}

export function cardGrid(view: View, cards: readonly Card[], firsts = 0): Html {
  return html`<ul class="grid">${cards.map((card, index) => cardOf(view, card, { isFirst: index < firsts }))}</ul>`
}

/** One row, of as many as stand beside each other. */
export function cardRow(view: View, cards: readonly Card[]): Html {
  return html`<ul class="grid row">${cards.slice(0, 5).map((card) => cardOf(view, card))}</ul>`
}
