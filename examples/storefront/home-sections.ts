import type { HomeSection, List } from './api.ts'
import { cardRow, pictureOf } from './cards.ts'
import { html, type Part } from './html.ts'
import { proseOf } from './videos.ts'
import type { View } from './view.ts'

/** The home page as the shop has written it, section by section. */
export async function drawSections(view: View, sections: readonly HomeSection[]): Promise<Part> {
  const lists = await Promise.all(
    sections.map(({ collection }) =>
      collection ? view.visit.list({ collection: collection.slug, options: {}, page: 1 }) : undefined,
    ),
  )
  return sections.map((section, at) => draw(view, section, lists[at], at === 0))
}

function draw(view: View, section: HomeSection, list: List | undefined, isFirst: boolean): Part {
  switch (section.type) {
    case 'hero':
      return hero(view, section, isFirst)
    case 'collection_row':
      return row(view, section, list)
    case 'text':
      return html`<section class="wrap narrow">${heading(section)}${prose(view, section)}</section>`
    case 'picture_with_text':
      return html`<section class="wrap beside ${section.side === 'right' && 'turned'}">
<div class="frame">${shown(section, isFirst)}</div>
<div>${heading(section)}${prose(view, section)}${button(view, section)}</div></section>`
    default:
      return pages(view, section)
  }
}

function hero(view: View, section: HomeSection, isFirst: boolean): Part {
  return html`<section class="stage"><div class="wrap">
<div class="words"><h1>${section.title}</h1>
${section.text && html`<p class="lead">${section.text}</p>`}${button(view, section)}</div>
${section.picture && html`<div class="frame">${shown(section, isFirst)}</div>`}
</div></section>`
}

function row(view: View, { title, collection, limit = 8 }: HomeSection, list: List | undefined): Part {
  const cards = list?.cards.slice(0, limit) ?? []
  if (!collection || cards.length === 0) return null
  const name = title ?? collection.name
  return html`<section class="wrap"><div class="heading"><h2>${name}</h2>
<a href="${view.href(`/collections/${collection.slug}`)}" aria-label="${view.t.seeAll}: ${name}">${view.t.seeAll}</a>
</div>${cardRow(view, cards)}</section>`
}

function pages(view: View, section: HomeSection): Part {
  const links = (section.pages ?? []).map(
    ({ slug, title }) => html`<li><a href="${view.href(`/pages/${slug}`)}">${title}</a></li>`,
  )
  return html`<section class="wrap narrow">${heading(section)}<ul class="links">${links}</ul></section>`
}

const heading = ({ title }: HomeSection) => title && html`<h2>${title}</h2>`
const prose = (view: View, { body_html: body }: HomeSection) =>
  body && html`<div class="prose">${proseOf(view, body)}</div>`

function shown({ picture, title }: HomeSection, isFirst: boolean): Part {
  const sizes = '(min-width: 900px) 560px, 92vw'
  return picture && pictureOf(picture, { sizes, isFirst, alt: picture.alt ?? title ?? '' })
}

function button({ href }: View, { link }: HomeSection): Part {
  if (!link) return null
  const address = link.url.startsWith('/') ? href(link.url) : link.url
  return html`<p class="actions"><a class="button" href="${address}">${link.title}</a></p>`
}
