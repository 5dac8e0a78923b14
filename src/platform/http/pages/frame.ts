import type { Language } from '#src/platform/lib/languages.ts'
import { textsIn } from '#src/platform/lib/texts/texts.ts'
import { escapeHtml } from '#src/platform/mail/templates/render-html.ts'

interface PageDocument {
  title: string
  language: Language
  /** The way to the service's root: `..`, or a path without a slash at its end. */
  root: string
  /** Markup. */
  body: string
  bodyClass: string
  /** Markup. */
  head?: string
}

/** The document around every page of the service but the console's. */
export function renderDocument({ title, language, root, body, bodyClass, head = '' }: PageDocument): string {
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<link rel="stylesheet" href="${root}/pages.css">
${head}</head>
<body class="${bodyClass}">
${body}
</body>
</html>
`
}

/** The shop that a page speaks for. */
export interface PageShop {
  name: string
  logo?: { url: string; width: number; height: number } | null
  supportEmail?: string | null
}

/** What a page says: that something is done, has ended, or cannot be. */
export type Sign = 'done' | 'ended' | 'wrong'

export interface CardPage {
  language: Language
  root: string
  title: string
  /** Left out where it is not known. */
  shop?: PageShop | undefined
  sign?: Sign
  /** Markup below the heading. */
  main: string
  /** With a table of products. */
  isWide?: boolean
  head?: string
}

/** A page that says or asks one thing of somebody who came by a link: not for search engines. */
export function renderCard({ language, root, title, shop, sign, main, isWide, head = '' }: CardPage): string {
  const heading = `${sign === undefined ? '' : signs[sign]}<h1>${escapeHtml(title)}</h1>`
  return renderDocument({
    language,
    root,
    bodyClass: `card${isWide ? ' wide' : ''}`,
    title: shop === undefined ? title : `${title} · ${shop.name}`,
    head: `<meta name="robots" content="noindex">\n${head}`,
    body: `<header class="shop">${renderShop(shop)}</header>
<main>
${heading}
${main}
</main>
${renderHelp(language, shop)}`,
  })
}

/** Three lines on a square stand for a service whose shop is not known. */
export const serviceMark = '<span class="mark" aria-hidden="true"><i></i><i></i><i></i></span>'

function renderShop(shop: PageShop | undefined): string {
  if (shop === undefined) return serviceMark
  const name = escapeHtml(shop.name)
  if (shop.logo) {
    const { url, width, height } = shop.logo
    return `<img class="logo" src="${escapeHtml(url)}" width="${width}" height="${height}" alt="${name}">`
  }
  const initial = escapeHtml([...shop.name.trim()][0]?.toUpperCase() ?? '')
  return `<span class="mark" aria-hidden="true">${initial}</span><span>${name}</span>`
}

function renderHelp(language: Language, shop: PageShop | undefined): string {
  if (!shop?.supportEmail) return ''
  const email = escapeHtml(shop.supportEmail)
  return `<footer><p>${escapeHtml(textsIn('page', language).help)} <a href="mailto:${email}">${email}</a></p></footer>`
}

const drawn = (kind: Sign, path: string) =>
  `<svg class="sign ${kind}" viewBox="0 0 24 24" aria-hidden="true"><path d="${path}"/></svg>`

const signs: Record<Sign, string> = {
  done: drawn('done', 'm6 12.500 4 4L18 8'),
  ended: drawn('ended', 'M12 4.500a7.500 7.500 0 1 0 0 15 7.500 7.500 0 0 0 0-15ZM12 8v4.500l2.500 1.500'),
  wrong: drawn('wrong', 'M12 6.500v6.500m0 4v.1'),
}

/** A message above a form. */
export function renderAlert(text: string | undefined): string {
  return text === undefined ? '' : `<p role="alert">${escapeHtml(text)}</p>`
}

export function renderText(text: string): string {
  return `<p>${escapeHtml(text)}</p>`
}

interface PageField {
  name: string
  label: string
  /** Written into the tag as it is. */
  attributes: string
  hint?: string | undefined
  fault?: string | undefined
}

/** A field with its label, a hint, and what is wrong with it. */
export function renderField({ name, label, attributes, hint, fault }: PageField): string {
  const described = [hint && `${name}-hint`, fault && `${name}-error`].filter(Boolean).join(' ')
  const marks = `${described && ` aria-describedby="${described}"`}${fault ? ' aria-invalid="true" autofocus' : ''}`
  return `<div class="field"><label for="${name}">${escapeHtml(label)}</label>
<input id="${name}" name="${name}" ${attributes}${marks}>
${hint ? `<p id="${name}-hint" class="hint">${escapeHtml(hint)}</p>` : ''}
${fault ? `<p id="${name}-error" class="error">${escapeHtml(fault)}</p>` : ''}</div>`
}
