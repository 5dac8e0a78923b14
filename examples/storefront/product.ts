import { type Card, type Group, type Picture, shopPaths, type Variant } from './api.ts'
import { breadcrumbs } from './breadcrumbs.ts'
import { cardRow, pictureOf, plainPicture, priceOf } from './cards.ts'
import { priceNote } from './content.ts'
import { money, unitPrice } from './format.ts'
import { type Html, html, jsonLd, type Part } from './html.ts'
import { icon } from './icons.ts'
import { productData } from './structured-data.ts'
import { proseOf, videoLink } from './videos.ts'
import type { Handler, View } from './view.ts'

/** What can be bought: the product, or the chosen variant of its group. */
export type Offer = Card | Variant

const productPage: Handler = async (view, { params, query }) => {
  const { card, group, related } = await view.visit.product(params['slug'] ?? '')
  const offer = chosenOf(card, group, query.get('variant') ?? query.get('v'))
  const name = group?.name ?? card.name
  const slug = group?.slug ?? card.slug
  // An old address leads to the present one.
  if (params['slug'] !== slug) {
    return {
      redirect: view.href(group && offer.id !== card.id ? shopPaths.variant(slug, offer.sku) : shopPaths.product(slug)),
    }
  }
  const { t } = view
  const path = shopPaths.product(slug)
  const { description, description_html } = group ?? card
  const crumbs = card.category
    ? [{ name: card.category, path: `/products?category=${encodeURIComponent(card.category)}` }]
    : []
  return {
    title: card.seo.title ?? name,
    description: card.seo.description ?? description ?? undefined,
    image: offer.image_url,
    type: 'product',
    step: 'product',
    canonical: path,
    head: jsonLd(productData(view, { card, group, path })),
    main: html`${breadcrumbs(view, [...crumbs, { name, path }])}
<article class="wrap product" data-swap>
${gallery(view, offer, name)}
<div class="buy">
${card.brand && html`<p class="eyebrow">${card.brand}</p>`}
<h1>${name}</h1>
${priceBlock(view, offer)}
${group && choices(view, group, offer)}
${stockLine(view, offer)}
${buyForm(view, offer)}
<ul class="facts"><li>${icon('truck')}${t.shipsTo(view.shop.countries.length)}</li>
${view.shop.return_days !== null && html`<li>${icon('back')}${t.returnsIn(view.shop.return_days)}</li>`}
<li>${icon('lock')}${t.safePayment}</li></ul>
${
  description_html &&
  html`<section><h2>${t.description}</h2><div class="prose">${proseOf(view, description_html)}</div></section>`
}
<section><h2>${t.details}</h2>${details(view, card, offer)}</section>
</div></article>
${related.length > 0 && html`<section class="wrap"><h2>${t.related}</h2>${cardRow(view, related)}</section>`}`,
  }
}

/** The variant that is asked for by its SKU, or by its id as earlier links did, else the one that its card shows. */
function chosenOf(card: Card, group: Group | undefined, productId: string | null): Offer {
  const { variants = [] } = group ?? {}
  const of = (name: string | null) => variants.find(({ id, sku }) => sku === name || id === name)
  return of(productId) ?? of(card.id) ?? card
}

function gallery(view: View, offer: Offer, name: string): Html {
  const { media } = offer
  const sizes = '(min-width: 900px) 560px, 100vw'
  if (media.length === 0)
    return html`<div class="gallery"><div
class="frame">${plainPicture(offer.image_url, { isFirst: true, alt: name })}</div></div>`
  return html`<div class="gallery"><ul
class="slides"${media.length > 1 && html` tabindex="0" aria-label="${name}"`}>${media.map(
    (one, index) =>
      html`<li id="picture-${index + 1}">${slideOf(view, one, { sizes, isFirst: index === 0, alt: one.alt ?? name })}</li>`,
  )}</ul>${
    media.length > 1 &&
    html`<ul class="thumbs">${media.map(
      (one, index) => html`<li><a class="frame" href="#picture-${index + 1}"
aria-label="${one.video ? view.t.video(index + 1) : view.t.picture(index + 1)}">${pictureOf(one, {
        sizes: '80px',
        alt: '',
      })}${one.video && html`<span class="play">${icon('play')}</span>`}</a></li>`,
    )}</ul>`
  }<dialog class="large" aria-label="${name}"><ul tabindex="0">${media.map(
    (one) => !one.video && html`<li>${largePicture(one, one.alt ?? name)}</li>`,
  )}</ul><button class="quiet" data-close>${icon('close')}<span>${view.t.close}</span></button></dialog></div>`
}

function slideOf(view: View, media: Picture, shown: Parameters<typeof pictureOf>[1]): Html {
  const { video } = media
  if (video) return videoLink(view, video, { name: shown.alt, poster: pictureOf(media, shown) })
  return html`<a class="frame" href="${media.url}" data-large>${pictureOf(media, shown)}<span
class="hidden">${view.t.largeView}</span></a>`
}

/** Loaded once the large view is opened: a hidden picture is not near. */
function largePicture(media: Picture, alt: string): Html {
  return pictureOf({ ...media, focus: null }, { sizes: '100vw', alt })
}

function priceBlock(view: View, offer: Offer): Html {
  const { t, locale } = view
  const { reduction, currency, unit_pricing } = offer
  return html`<div class="amounts"><p class="prices">${priceOf(view, offer)}
${reduction && html`<span class="badge sale">${t.percentOff(reduction.percent)}</span>`}</p>
${reduction && html`<p class="muted">${t.lowest30(money(reduction.from, currency, locale))}</p>`}
${unit_pricing && html`<p class="muted">${unitPrice(offer, unit_pricing, locale)}</p>`}
<p class="muted">${priceNote(view)}</p></div>`
}

const optionsOf = ({ options }: Pick<Offer, 'options'>) => options as Record<string, string>

/** Each value leads to the variant that has it and most of what is chosen. */
function choices(view: View, group: Group, offer: Offer): Html {
  const chosen = optionsOf(offer)
  return html`<div class="choices">${group.options.map(
    ({ name, title, values }) =>
      html`<fieldset><legend>${title ?? name}: <b>${titleOf(values, chosen[name])}</b></legend><ul>${values.map(
        ({ value }) => {
          const to = nearest(group.variants, { ...chosen, [name]: value }, name)
          if (!to) return null
          const isGone = to.available === 0
          const isChosen = chosen[name] === value
          return html`<li><a class="choice${isGone && ' gone'}" rel="nofollow" href="${view.href(shopPaths.variant(group.slug, to.sku))}"
${isChosen && html` aria-current="true"`}${isGone && html` title="${view.t.soldOut}"`}>${titleOf(values, value)}</a></li>`
        },
      )}</ul></fieldset>`,
  )}</div>`
}

/** What a value is called in the reader's language. */
const titleOf = (values: readonly { value: string; title?: string }[], value: string | undefined) =>
  values.find((one) => one.value === value)?.title ?? value

function nearest(variants: readonly Variant[], chosen: Record<string, string>, fixed: string): Variant | undefined {
  const score = (variant: Variant) => {
    const options = optionsOf(variant)
    const same = Object.entries(chosen).filter(([name, value]) => options[name] === value).length
    return same * 2 + (variant.available > 0 ? 1 : 0)
  }
  const having = variants.filter((variant) => optionsOf(variant)[fixed] === chosen[fixed])
  return having.reduce<Variant | undefined>((best, one) => (best && score(best) >= score(one) ? best : one), undefined)
}

function stockLine({ t }: View, { available }: Offer): Html {
  if (available === 0) return html`<p class="stock out">${t.soldOut}</p>`
  return html`<p class="stock">${available <= 5 ? t.fewLeft(available) : t.inStock}</p>`
}

function buyForm(view: View, { id, available }: Offer): Html {
  const { t } = view
  if (available === 0) return html`<p class="notice">${t.chosenSoldOut}</p>`
  const max = Math.min(available, 10)
  return html`<form class="add" method="post" action="${view.href('/cart/add')}">
<input type="hidden" name="product" value="${id}">
<label class="hidden" for="quantity">${t.quantity}</label><select id="quantity" name="quantity">${Array.from(
    { length: max },
    (_, index) => html`<option>${index + 1}</option>`,
  )}</select><button>${t.addToCart}</button></form>`
}

function details({ t, locale }: View, card: Card, offer: Offer): Html {
  const grams = offer.weight_grams
  const weight =
    grams === null || grams === 0
      ? undefined
      : new Intl.NumberFormat(locale, { style: 'unit', unit: grams < 1000 ? 'gram' : 'kilogram' }).format(
          grams < 1000 ? grams : grams / 1000,
        )
  const all: [string, Part][] = [
    [t.sku, offer.sku],
    [t.brand, card.brand],
    [t.category, card.category],
    [t.gtin, offer.gtin],
    [t.weight, weight],
  ]
  const rows = all.filter(([, value]) => value)
  return html`<dl class="details">
${rows.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`
}

export const productPages = { 'GET /products/:slug': productPage }
