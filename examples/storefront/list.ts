import { type List, type ListQuery, pageSize } from './api.ts'
import { breadcrumbs } from './breadcrumbs.ts'
import { cardGrid, picture } from './cards.ts'
import { money } from './format.ts'
import { type Html, html, type Part } from './html.ts'
import { icon } from './icons.ts'
import { proseOf } from './videos.ts'
import type { Ask, Handler, Page, View } from './view.ts'

/** What a list is of: its heading, and the filters that it cannot be without. */
interface Place {
  path: string
  title: string
  description?: string | null
  descriptionHtml?: string | null
  /** Names of queries that make the place, which are kept when filters are cleared. */
  fixed: Partial<Pick<ListQuery, 'q' | 'collection' | 'category'>>
}

const everything: Handler = (view, ask) => {
  const category = ask.query.get('category')
  const title = category || view.t.allProducts
  return show(view, ask, { path: '/products', title, fixed: {} })
}

const search: Handler = (view, ask) => {
  const q = (ask.query.get('q') ?? '').trim().slice(0, 200)
  return show(view, ask, {
    path: '/search',
    title: q ? view.t.resultsFor(q) : view.t.allProducts,
    fixed: q ? { q } : {},
  })
}

const collectionPage: Handler = async (view, ask) => {
  const { slug = '' } = ask.params
  const { name, description, description_html: descriptionHtml, slug: own } = await view.visit.collection(slug)
  // By its id, or by its address in another language.
  if (own !== slug) return { redirect: view.href(`/collections/${own}`), status: 301 }
  const texts = { title: name, description, descriptionHtml }
  return show(view, ask, { path: `/collections/${slug}`, ...texts, fixed: { collection: slug } })
}

async function show(view: View, { query }: Ask, place: Place): Promise<Page> {
  const filters = readFilters(query)
  const list = await view.visit.list({ ...filters, ...place.fixed })
  const { t } = view
  const isFiltered = applied(view, filters).length > 0
  // Pages of filters show what the page without them shows.
  const { category } = place.fixed.category ? {} : filters
  const path = category ? `${place.path}?category=${encodeURIComponent(category)}` : place.path
  return {
    title: place.title,
    description: place.description ?? undefined,
    canonical: path,
    isPrivate: isFiltered || place.fixed.q !== undefined,
    main: html`${breadcrumbs(view, [{ name: place.title, path }])}
<div class="wrap list" id="list">
<div class="lead-in"><h1>${place.title}</h1>
${place.descriptionHtml && html`<div class="lead prose">${proseOf(view, place.descriptionHtml)}</div>`}
${list.ignored.length > 0 && html`<p class="muted">${t.ignored(list.ignored.join(', '))}</p>`}</div>
<aside class="filters" id="filters" aria-label="${t.filters}">${filterPanel(view, place, filters, list)}</aside>
<div class="found">
${toolbar(view, place, filters, list)}
${chips(view, place, filters)}
${
  list.cards.length === 0
    ? html`<div class="empty"><h2>${t.nothingFound}</h2><p>${t.nothingFoundHelp}</p>
<p><a class="button quiet" href="${view.href('/products')}">${t.browseAll}</a></p></div>`
    : cardGrid(view, list.cards, 4)
}
${pager(view, place, filters, list)}
</div></div>`,
  }
}

function readFilters(query: URLSearchParams): ListQuery {
  const text = (name: string) => query.get(name)?.trim().slice(0, 100) || undefined
  const amount = (name: string) => {
    const value = Number(query.get(name)?.replace(',', '.') || Number.NaN)
    return Number.isFinite(value) && value >= 0 && value < 1e9 ? value : undefined
  }
  const sort = (['newest', 'price_asc', 'price_desc', 'name'] as const).find((name) => name === query.get('sort'))
  const options = [...query].filter(([name, value]) => name.startsWith('option.') && value !== '')
  const given = { category: text('category'), brand: text('brand'), tag: text('tag'), sort }
  const range = { minPrice: amount('min'), maxPrice: amount('max') }
  const page = Math.min(Math.max(Math.trunc(Number(query.get('page'))) || 1, 1), 10_000)
  return {
    ...(Object.fromEntries(
      Object.entries({ ...given, ...range }).filter(([, value]) => value !== undefined),
    ) as object),
    ...(query.get('stock') === '1' && { inStock: true }),
    options: Object.fromEntries(options.slice(0, 5).map(([name, value]) => [name.slice(7, 107), value.slice(0, 100)])),
    page,
  }
}

/** The query of a list's address. */
function queryOf(place: Place, filters: ListQuery): URLSearchParams {
  const { category, brand, tag, minPrice, maxPrice, inStock, sort, options, page } = filters
  const all: [string, string | number | undefined][] = [
    ['q', place.fixed.q],
    ['category', category],
    ['brand', brand],
    ['tag', tag],
    ['min', minPrice],
    ['max', maxPrice],
    ['stock', inStock ? 1 : undefined],
    ...Object.entries(options).map(([name, value]): [string, string] => [`option.${name}`, value]),
    ['sort', sort],
    ['page', page > 1 ? page : undefined],
  ]
  return new URLSearchParams(all.flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])))
}

function hrefOf(view: View, place: Place, filters: ListQuery): string {
  const query = queryOf(place, filters).toString()
  return view.href(place.path + (query && `?${query}`))
}

/** The filters in force, and the list without each. */
function applied({ t, locale, shop }: View, filters: ListQuery): { name: string; without: ListQuery }[] {
  const { category, brand, tag, minPrice, maxPrice, inStock, options, ...rest } = { ...filters, page: 1 }
  const all = { ...rest, options, ...pick({ category, brand, tag, minPrice, maxPrice, inStock }) }
  const without = (...names: (keyof ListQuery)[]): ListQuery =>
    Object.fromEntries(Object.entries(all).filter(([name]) => !names.includes(name as keyof ListQuery))) as never
  const amount = (value: number) => money(value, shop.currency, locale)
  const from = minPrice === undefined ? '' : `${t.minPrice} ${amount(minPrice)}`
  const to = maxPrice === undefined ? '' : `${t.maxPrice} ${amount(maxPrice)}`
  return [
    ...(category ? [{ name: category, without: without('category') }] : []),
    ...(brand ? [{ name: brand, without: without('brand') }] : []),
    ...(tag ? [{ name: tag, without: without('tag') }] : []),
    ...Object.entries(options).map(([name, value]) => ({
      name: `${name}: ${value}`,
      without: { ...all, options: Object.fromEntries(Object.entries(options).filter(([other]) => other !== name)) },
    })),
    ...(from || to ? [{ name: `${from} ${to}`.trim(), without: without('minPrice', 'maxPrice') }] : []),
    ...(inStock ? [{ name: t.onlyInStock, without: without('inStock') }] : []),
  ]
}

const pick = (values: object) => Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))

function chips(view: View, place: Place, filters: ListQuery): Part {
  const all = applied(view, filters)
  if (all.length === 0) return null
  const cleared: ListQuery = { options: {}, page: 1, ...(filters.sort && { sort: filters.sort }) }
  return html`<ul class="chips">${all.map(
    ({ name, without }) => html`<li><a href="${hrefOf(view, place, without)}"
aria-label="${view.t.removeFilter(name)}">${name}${icon('close')}</a></li>`,
  )}<li><a class="plain" href="${hrefOf(view, place, cleared)}">${view.t.clearFilters}</a></li></ul>`
}

function toolbar(view: View, place: Place, filters: ListQuery, list: List): Html {
  const { t } = view
  const first = place.fixed.q ? t.sorts.relevance : place.fixed.collection ? t.sorts.featured : t.sorts.newest
  const names = (['newest', 'price_asc', 'price_desc', 'name'] as const).filter((name) => first !== t.sorts[name])
  return html`<div class="toolbar"><p role="status">${t.results(list.total)}</p>
<a class="button quiet open-filters" href="#filters">${icon('filter')}${t.filter}</a>
<form action="${view.href(place.path)}" data-auto>${hidden(place, { ...filters, page: 1 }, ['sort'])}
<label for="sort">${t.sort}</label><select id="sort" name="sort"><option value="">${first}</option>${names.map(
    (name) => html`<option value="${name}"${filters.sort === name && html` selected`}>${t.sorts[name]}</option>`,
  )}</select><noscript><button class="quiet">${t.apply}</button></noscript></form></div>`
}

function hidden(place: Place, filters: ListQuery, except: string[]): Html {
  const rest = [...queryOf(place, filters)].filter(([name]) => !except.includes(name))
  return html`${rest.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}`
}

function filterPanel(view: View, place: Place, filters: ListQuery, { facets, total }: List): Html {
  const { t } = view
  const optionNames = [...new Set((facets.option ?? []).map(({ name }) => name))].slice(0, 4)
  const facet = (
    title: string,
    values: readonly { value: string; count: number }[],
    to: (value?: string) => ListQuery,
    chosen?: string,
  ) =>
    (values.length > 1 || chosen) &&
    html`<section><h3>${title}</h3><ul>${values.slice(0, 12).map(
      ({ value, count }) => html`<li><a href="${hrefOf(view, place, to(value === chosen ? undefined : value))}"
rel="nofollow"${value === chosen && html` aria-current="true"`}><span>${value}</span><small>${count}</small></a></li>`,
    )}</ul></section>`
  const changed = (change: Partial<Record<keyof ListQuery, unknown>>) =>
    ({ ...pick({ ...filters, ...change }), page: 1 }) as ListQuery
  return html`<div class="heading"><h2>${t.filters}</h2>
<a class="close" href="#list" aria-label="${t.close}">${icon('close')}</a></div>
${facet(t.category, facets.category ?? [], (category) => changed({ category }), filters.category)}
${facet(t.brand, facets.brand ?? [], (brand) => changed({ brand }), filters.brand)}
${optionNames.map((name) => {
  const values = (facets.option ?? []).filter((one) => one.name === name)
  const to = (value?: string) => changed({ options: pick({ ...filters.options, [name]: value }) })
  return facet(name, values, to, filters.options[name])
})}
${facet(t.tag, facets.tag ?? [], (tag) => changed({ tag }), filters.tag)}
<section><h3>${t.price}</h3><form class="range" action="${view.href(place.path)}">
${hidden(place, { ...filters, page: 1 }, ['min', 'max'])}
<label>${t.minPrice}<input name="min" inputmode="decimal" size="5" value="${filters.minPrice}"></label>
<label>${t.maxPrice}<input name="max" inputmode="decimal" size="5" value="${filters.maxPrice}"></label>
<button class="quiet">${t.apply}</button></form></section>
<section><a class="tick" rel="nofollow"
href="${hrefOf(view, place, changed({ inStock: filters.inStock ? undefined : true }))}"
${filters.inStock && html` aria-current="true"`}><span></span>${t.onlyInStock}</a></section>
<a class="button done" href="#list">${t.showResults} (${total})</a>`
}

function pager(view: View, place: Place, filters: ListQuery, list: List): Part {
  const pages = Math.ceil(list.total / pageSize)
  if (pages <= 1) return null
  const { t } = view
  const to = (page: number) => hrefOf(view, place, { ...filters, page })
  return html`<nav class="pager" aria-label="${t.pages}">
${
  filters.page > 1
    ? html`<a class="button quiet" rel="prev" href="${to(filters.page - 1)}">
${t.previous}</a>`
    : html`<span></span>`
}
<span>${t.pageOf(filters.page, pages)}</span>
${
  list.isMore
    ? html`<a class="button quiet" rel="next" href="${to(filters.page + 1)}">${t.next}</a>`
    : html`<span>
</span>`
}</nav>`
}

/** What a search box shows below itself while somebody types. */
export async function suggestions(view: View, text: string): Promise<Html> {
  const q = text.trim().slice(0, 200)
  if (q === '') return html``
  const { products, categories, corrections } = await view.visit.suggest(q)
  const { t, shop, locale } = view
  if (products.length + categories.length + corrections.length === 0) return html`<p>${t.nothingFound}</p>`
  return html`<ul>${products.map(
    (card) => html`<li><a href="${view.href(`/products/${card.group?.slug ?? card.slug}`)}"><span class="frame"
>${picture(card, { sizes: '48px', isFirst: true, alt: '' })}</span><span>${card.group?.name ?? card.name}</span>
<small>${money(card.price, shop.currency, locale)}</small></a></li>`,
  )}${categories.map(
    ({ name }) => html`<li><a class="in" href="${view.href(`/products?category=${encodeURIComponent(name)}`)}"
><span>${name}</span><small>${t.category}</small></a></li>`,
  )}${corrections.map(
    (words) => html`<li><a class="in" href="${view.href(`/search?q=${encodeURIComponent(words)}`)}"
><span>${words}</span><small>${t.search}</small></a></li>`,
  )}</ul>`
}

export const listPages = {
  'GET /products': everything,
  'GET /search': search,
  'GET /collections/:slug': collectionPage,
}
