import { type Html, html } from './html.ts'
import type { View } from './view.ts'

/** Way to the page, from the home page on. */
export function breadcrumbs(view: View, steps: readonly { name: string; path: string }[]): Html {
  const all = [{ name: view.t.home, path: '/' }, ...steps]
  const item = html`itemprop="itemListElement" itemscope itemtype="https://schema.org/ListItem"`
  return html`<nav class="crumbs wrap" aria-label="${view.t.breadcrumb}"><ol itemscope
itemtype="https://schema.org/BreadcrumbList">${all.map(
    ({ name, path }, index) => html`<li ${item}><a itemprop="item" href="${view.href(path)}"><span
itemprop="name">${name}</span></a><meta itemprop="position" content="${index + 1}"></li>`,
  )}</ol></nav>`
}
