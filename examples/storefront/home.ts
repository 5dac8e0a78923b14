import type { Card, Collection, List } from './api.ts'
import { cardRow, picture, pictureOf } from './cards.ts'
import { drawSections } from './home-sections.ts'
import { html, jsonLd, type Part } from './html.ts'
import { saying } from './layout.ts'
import { type Handler, isOwnLanguage, type Page, type View } from './view.ts'

const home: Handler = async (view) => {
  // Readers of other languages get that of the catalog.
  const sections = isOwnLanguage(view) ? await view.visit.home() : []
  if (sections.length === 0) return homeOfCatalog(view)
  return { ...aboutHome(view), main: html`${await drawSections(view, sections)}` }
}

/** What the page is, whatever stands on it. */
function aboutHome({ shop, origin, href }: View) {
  return {
    title: shop.name,
    canonical: '/',
    head: jsonLd({
      '@context': 'https://schema.org',
      '@type': 'WebSite',
      name: shop.name,
      url: origin + href('/'),
    }),
  }
}

/** Of a shop that has written none. */
async function homeOfCatalog(view: View): Promise<Page> {
  const { visit, shop, t, collections } = view
  const hero = heroOf(collections)
  const rows = collections.filter((collection) => collection !== hero).slice(0, 2)
  const list = (of: Collection | undefined) =>
    visit.list({ ...(of && { collection: of.slug }), options: {}, page: 1, ...(!of && { sort: 'newest' }) })
  const [heroes, ...lists] = await Promise.all([list(hero), ...rows.map(list), list(undefined)])
  const shown = [...rows, undefined].map((collection, index) => ({ collection, list: lists[index] }))
  const isEmpty = lists.every((one) => one?.cards.length === 0)
  return {
    ...aboutHome(view),
    description: hero?.description ?? undefined,
    main: isEmpty
      ? saying(shop.name, t.emptyShop)
      : html`${stage(view, hero, heroes)}
${
  collections.length > 0 &&
  html`<section class="wrap"><h2>${t.collections}</h2>
<ul class="tiles">${collections.slice(0, 6).map((collection) => tile(view, collection))}</ul></section>`
}
${shown.map(({ collection, list: of }) => row(view, collection, of))}`,
  }
}

/** The one that the shop has picked by hand, if there is one. */
function heroOf(collections: readonly Collection[]): Collection | undefined {
  return collections.find(({ sort }) => sort === 'manual') ?? collections[0]
}

function stage(view: View, hero: Collection | undefined, list: List | undefined): Part {
  const { t, shop } = view
  const cards = (list?.cards ?? []).slice(0, 3)
  return html`<section class="stage"><div class="wrap">
<div class="words"><p class="eyebrow">${shop.name}</p><h1>${hero?.name ?? shop.name}</h1>
${hero?.description && html`<p class="lead">${hero.description}</p>`}
<p class="actions"><a class="button" href="${view.href(hero ? `/collections/${hero.slug}` : '/products')}"
>${t.shopNow}</a> <a class="button quiet" href="${view.href('/products')}">${t.browseAll}</a></p></div>
<ul class="mosaic">${cards.map((card) => mosaicPart(view, card))}</ul>
</div></section>`
}

function mosaicPart(view: View, card: Card): Part {
  const shown = { sizes: '(min-width: 900px) 260px, 44vw', isFirst: true, alt: card.group?.name ?? card.name }
  const path = `/products/${card.group?.slug ?? card.slug}`
  return html`<li><a class="frame" href="${view.href(path)}">${picture(card, shown)}</a></li>`
}

function tile(view: View, { name, slug, media, product_count }: Collection): Part {
  const sizes = '(min-width: 1000px) 200px, 40vw'
  const [first] = media
  return html`<li><a href="${view.href(`/collections/${slug}`)}"><span class="frame"
>${first ? pictureOf(first, { sizes, alt: '' }) : html`<span class="blank">${name.slice(0, 1)}</span>`}</span>
<b>${name}</b><small>${view.t.results(product_count)}</small></a></li>`
}

function row(view: View, collection: Collection | undefined, list: List | undefined): Part {
  if (!list || list.cards.length === 0) return null
  const path = collection ? `/collections/${collection.slug}` : '/products?sort=newest'
  const name = collection?.name ?? view.t.justIn
  return html`<section class="wrap"><div class="heading"><h2>${name}</h2>
<a href="${view.href(path)}" aria-label="${view.t.seeAll}: ${name}">${view.t.seeAll}</a></div>
${cardRow(view, list.cards)}</section>`
}

export const homePages = { 'GET /': home }
