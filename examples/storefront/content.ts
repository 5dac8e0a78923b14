import type { MenuItem } from './api.ts'
import { breadcrumbs } from './breadcrumbs.ts'
import { type Html, html, type Part } from './html.ts'
import { proseOf } from './videos.ts'
import { type Handler, isOwnLanguage, ownLang, type View } from './view.ts'

/** What the shop says besides its products: pages, policies, menus, an announcement. */

const page: Handler = async (view, { params }) => {
  const { title, seo, body_html: body, body_text: text, slug } = await view.visit.page(params['slug'] ?? '')
  const path = `/pages/${slug}`
  return {
    title: seo.title ?? title,
    description: seo.description ?? text ?? undefined,
    canonical: path,
    main: html`${breadcrumbs(view, [{ name: title, path }])}
<article class="wrap narrow page"${ownLang(view)}><h1>${title}</h1>
${body && html`<div class="prose">${proseOf(view, body)}</div>`}</article>`,
  }
}

export const contentPages = { 'GET /pages/:slug': page }

type Kind = keyof View['shop']['policies']

/** A link to a policy of the shop; nothing where it has none. */
export function policyLink(view: View, kind: Kind, isBeside = false): Part {
  const policy = view.shop.policies?.[kind]
  // Beside a button that leaves what was typed: in a tab of its own.
  const tab = isBeside && html` target="_blank" rel="noopener"`
  const title = isOwnLanguage(view) ? policy?.title : view.t.policies[kind]
  return policy && html`<a href="${view.href(`/pages/${policy.slug}`)}"${tab}>${title}</a>`
}

export function taxNote({ t, shop }: View): string {
  const name = taxName(t, shop.tax_names[0] ?? 'VAT')
  return shop.prices_include_tax ? t.taxIncluded(name) : t.taxExtra(name)
}

/** Whatever else a shop calls its taxes is their name. */
export const taxName = (t: View['t'], name: string): string => t.taxNames[name] ?? name

/** What prices hold, with a link to what shipping costs. */
export function priceNote(view: View): Html {
  const link = policyLink(view, 'shipping')
  return html`${taxNote(view)}${link && html` (${link})`}`
}

/** Beside the button that orders. */
export function termsNote(view: View): Part {
  const links = (['terms', 'withdrawal', 'privacy'] as const)
    .map((kind) => policyLink(view, kind, true))
    .filter(Boolean)
  if (links.length === 0) return null
  const listed = links.flatMap((link, at) => (at === 0 ? [link] : [', ', link]))
  return html`<p class="muted">${view.t.pleaseRead} ${listed}.</p>`
}

/** All policies, for the bottom of each page. */
export function policyList(view: View): Part {
  const kinds = Object.keys(view.shop.policies ?? {}) as Kind[]
  if (kinds.length === 0) return null
  return html`<section><h2>${view.t.footerLegal}</h2>
<ul>${kinds.map((kind) => html`<li>${policyLink(view, kind)}</li>`)}</ul></section>`
}

export function announcement(view: View): Part {
  const { announcement: said } = view.shop
  return said && html`<p class="announcement" role="note"${ownLang(view)}>${said.text}</p>`
}

/** The path, or the address, that an item of a menu leads to. */
export function addressOf({ href }: View, { type, id = '', url = '/', slug = '' }: MenuItem): string {
  switch (type) {
    case 'page':
      return href(`/pages/${slug}`)
    case 'collection':
      return href(`/collections/${slug}`)
    case 'product':
      return href(`/products/${slug}`)
    case 'category':
      return href(`/products?category=${encodeURIComponent(id)}`)
    default:
      return url.startsWith('/') ? href(url) : url
  }
}

const link = (view: View, item: MenuItem) => html`<a href="${addressOf(view, item)}">${item.title}</a>`

/** The main menu, whose items fold out; nothing if the shop has written none in the language. */
export function mainMenu(view: View): Part {
  const { main } = view.menus
  return main.length === 0 || !isOwnLanguage(view) ? null : main.map((item) => branch(view, item))
}

function branch(view: View, item: MenuItem): Part {
  if (item.items.length === 0) return link(view, item)
  const inner = item.items.map(
    (one) => html`<li>${link(view, one)}${one.items.length > 0 && html`<ul>${leaves(view, one)}</ul>`}</li>`,
  )
  return html`<details><summary>${item.title}</summary><ul><li>${link(view, item)}</li>${inner}</ul></details>`
}

const leaves = (view: View, { items }: MenuItem) => items.map((one) => html`<li>${link(view, one)}</li>`)

/** The menu at the bottom: an item with others below it is a column. */
export function footerMenu(view: View): Part {
  const footer = isOwnLanguage(view) ? view.menus.footer : []
  const columns = footer.filter(({ items }) => items.length > 0)
  const alone = footer.filter(({ items }) => items.length === 0)
  return [
    columns.map((column) => html`<section><h2>${column.title}</h2><ul>${leaves(view, column)}</ul></section>`),
    alone.length > 0 &&
      html`<section><h2>${view.t.footerMore}</h2>
<ul>${alone.map((item) => html`<li>${link(view, item)}</li>`)}</ul></section>`,
  ]
}
