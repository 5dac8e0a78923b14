import { accentPath } from './accent.ts'
import { announcement, footerMenu, mainMenu, policyLink, policyList, taxNote } from './content.ts'
import { type Html, html, type Part, webAddress } from './html.ts'
import { icon } from './icons.ts'
import { askedFor, hreflang, type Language, nameOf } from './languages.ts'
import { hrefIn, type Page, type View } from './view.ts'

/** The document around a page. */
export function layout(view: View, page: Page): string {
  const { t, shop, language, languages, assets, href } = view
  const title = page.title === shop.name ? shop.name : `${page.title} · ${shop.name}`
  const address = (of: Language) => view.origin + hrefIn(of, page.canonical ?? view.path)
  const others = languages.filter((one) => one !== language)
  const linkTo = (other: Language, text: Part, kind = '') =>
    html`<a class="${kind}" href="${hrefIn(other, view.path)}" hreflang="${hreflang(other)}" lang="${other.lang}">${text}</a>`
  const description = descriptionOf(view, page)
  // None where somebody types a card.
  const hasTags = view.tags.length > 0 && !page.takesCards
  return html`<!doctype html>
<html lang="${language.lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
${description && html`<meta name="description" content="${description}">`}
${
  page.isPrivate
    ? html`<meta name="robots" content="noindex">`
    : html`<link rel="canonical" href="${address(language)}">
${others.length > 0 && languages.map((one) => html`<link rel="alternate" hreflang="${hreflang(one)}" href="${address(one)}">\n`)}<link
rel="alternate" hreflang="x-default" href="${address(languages[0])}">
${cardTags(view, page, address(language))}`
}
<meta name="color-scheme" content="light dark">
<meta name="theme-color" content="${shop.look.accent ?? '#1f4a3d'}">
${icons(shop)}
${assets.font && shop.look.font !== 'system' && html`<link rel="preload" href="${assets.font}" as="font" type="font/woff2" crossorigin>`}
<link rel="stylesheet" href="${assets.styles}">
${shop.look.accent && html`<link rel="stylesheet" href="${accentPath(shop.look.accent)}">`}
<script type="module" src="${assets.script}"></script>
${assets.reload && html`<script type="module" src="${assets.reload}"></script>`}
${hasTags && html`<script type="module" src="${assets.consentScript}"></script>`}
${page.head}
</head>
<body class="${shop.image_ratio} ${shop.image_fit} font-${shop.look.font} corner-${shop.look.corner}"${
    page.step && html` data-step="${page.step}"`
  }>
<a class="skip" href="#main">${t.skip}</a>
<header class="site">
${offer(view)}${announcement(view)}
<p class="promises"><span>${icon('truck')}${t.shipsTo(shop.countries.length)}</span>
${shop.return_days !== null && html`<span>${icon('back')}${t.returnsIn(shop.return_days)}</span>`}
<span>${icon('lock')}${t.safePayment}</span></p>
<div class="bar wrap">
<a class="brand" href="${href('/')}">${brand(view)}</a>
<form class="search" role="search" action="${href('/search')}" data-suggest="${href('/suggest')}">
<label class="hidden" for="q">${t.searchFor}</label>
<input id="q" type="search" name="q" placeholder="${t.searchFor}" autocomplete="off" maxlength="200"
  value="${view.path.startsWith('/search') ? new URLSearchParams(view.path.split('?')[1]).get('q') : ''}">
<button class="bare" aria-label="${t.search}">${icon('search')}</button>
<div class="suggestions" hidden></div>
</form>
<nav class="tools" aria-label="${t.account}">
${others.slice(0, 4).map((one) => linkTo(one, html`<abbr title="${nameOf(one)}">${(one.prefix.slice(1) || one.lang).toUpperCase()}</abbr>`, 'language'))}
<a href="${href(view.remembered.hasAccount ? '/account' : '/account/sign-in')}"
  >${icon('account')}<span>${view.remembered.hasAccount ? t.account : t.signIn}</span></a>
<a href="${href('/cart')}"
  >${icon('cart')}<span>${t.cart}</span> ${view.remembered.cart > 0 && html`<b class="count">${view.remembered.cart}</b>`}</a>
</nav>
</div>
<nav class="shelf wrap" aria-label="${t.menu}">
${
  mainMenu(view) ??
  html`<a href="${href('/products')}">${t.allProducts}</a>
${view.collections.slice(0, 7).map(({ slug, name }) => html`<a href="${href(`/collections/${slug}`)}">${name}</a>`)}`
}
</nav>
</header>
<main id="main" tabindex="-1">
${page.main}
</main>
<footer class="site">
<div class="wrap columns">
<section><h2>${shop.name}</h2>
<p>${
    shop.support_email &&
    html`${t.help}<br>
<a href="mailto:${shop.support_email}">${shop.support_email}</a>`
  }</p></section>
<section><h2>${t.footerShop}</h2>
<ul><li><a href="${href('/products')}">${t.allProducts}</a></li>
${view.collections
  .slice(0, 5)
  .map(({ slug, name }) => html`<li><a href="${href(`/collections/${slug}`)}">${name}</a></li>`)}</ul></section>
<section><h2>${t.footerService}</h2>
<ul><li><a href="${href('/account')}">${t.yourAccount}</a></li>
<li><a href="${href('/orders')}">${t.findOrder}</a></li><li><a href="${href('/cart')}">${t.cart}</a></li>
${others.map((one) => html`<li>${linkTo(one, nameOf(one))}</li>`)}
</ul></section>
${footerMenu(view)}${policyList(view)}
</div>
<p class="wrap fine">${t.allPrices(taxNote(view))} ${policyLink(view, 'shipping')}${
    hasTags && html` <button class="link" data-consent="" hidden>${t.consentChoices}</button>`
  }</p>
</footer>
${hasTags && consentBanner(view)}
</body>
</html>
`.text
}

/** On the first page, the language of the browser to whoever comes from elsewhere; the page stays as it is. */
function offer({ path, isArriving, languages, language, acceptLanguage }: View): Part {
  const asked = path === '/' && isArriving && askedFor(languages, acceptLanguage)
  return (
    asked &&
    asked !== language &&
    html`<p class="announcement" lang="${asked.lang}"><a href="${hrefIn(asked, path)}"
hreflang="${hreflang(asked)}">${asked.t.inYourLanguage}</a></p>`
  )
}

/** Asks before scripts of others load; shown by browser/consent.ts. */
function consentBanner({ t, tags }: View): Html {
  return html`<section class="consent" aria-label="${t.consentChoices}" data-tags="${tags.join(' ')}" hidden>
<p>${t.consentText}</p>
<p><button class="quiet" data-consent="yes">${t.consentYes}</button>
<button class="quiet" data-consent="no">${t.consentNo}</button></p></section>`
}

/** Its own, else the shop's: the first words, to the end of one. */
function descriptionOf({ shop, t }: View, { description, isPrivate }: Page): string {
  if (isPrivate) return ''
  const text = (description || `${shop.name}. ${t.shipsTo(shop.countries.length)}.`).replace(/\s+/g, ' ').trim()
  return text.length <= 300 ? text : text.slice(0, 300).replace(/\s+\S*$/, '…')
}

/** How other sites show a link to the page. */
function cardTags(view: View, page: Page, address: string): Html {
  const { shop } = view
  const image = webAddress(page.image ?? shop.logo?.url)
  return html`<meta property="og:type" content="${page.type ?? 'website'}">
<meta property="og:title" content="${page.title}">
<meta property="og:description" content="${descriptionOf(view, page)}">
<meta property="og:url" content="${address}">
<meta property="og:site_name" content="${shop.name}">
<meta property="og:locale" content="${view.locale.replace('-', '_')}">
${image && html`<meta property="og:image" content="${image}">`}
<meta name="twitter:card" content="${page.image ? 'summary_large_image' : 'summary'}">`
}

/** The logo of the shop, in the sizes that browsers and phones take. */
function icons({ logo }: View['shop']): Html {
  const sizes = logo?.sizes ?? []
  if (sizes.length === 0) return html`<link rel="icon" href="/favicon.svg" type="image/svg+xml">`
  const touch = sizes.find(({ width }) => width >= 180) ?? sizes.at(-1)
  return html`<link rel="icon" href="${sizes[0]?.url}" type="image/webp">
<link rel="apple-touch-icon" href="${touch?.jpeg_url}">`
}

function brand({ shop }: View): Part {
  if (!shop.logo) return shop.name
  const { url, width, height } = shop.logo
  return html`<img src="${url}" width="${width}" height="${height}" alt="${shop.name}">`
}

/** A message of the page as a whole. */
export function notice(text: Part, kind: 'alert' | 'status' = 'status'): Html {
  return html`<p class="notice ${kind}" role="${kind}">${text}</p>`
}

interface Action {
  href: string
  label: string
}

/** A page that says one thing. */
export function saying(title: string, text: string, action?: Action, other?: Action | false): Html {
  return html`<div class="wrap narrow saying"><h1>${title}</h1><p>${text}</p>
${action && html`<p><a class="button" href="${action.href}">${action.label}</a></p>`}
${other && html`<p><a href="${other.href}">${other.label}</a></p>`}</div>`
}
