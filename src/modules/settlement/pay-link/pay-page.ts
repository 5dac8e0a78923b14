import type { Brand } from '#src/modules/merchants/index.ts'
import { renderHowToPay, renderOrderTable } from '#src/modules/orders/index.ts'
import { howToPay } from '#src/modules/payment-methods/index.ts'
import { renderAlert, renderCard, renderField, renderText, type Sign } from '#src/platform/http/pages/frame.ts'
import type { PageVoice } from '#src/platform/http/pages/page-language.ts'
import { shownPolicy } from '#src/platform/http/pages/page-scope.ts'
import type { Language } from '#src/platform/lib/languages.ts'
import { fill, textsIn } from '#src/platform/lib/texts/texts.ts'
import { clean, escapeHtml, moment } from '#src/platform/mail/index.ts'
import type { OpenLink } from './pay-linked.ts'

/** Where a card is taken. */
const stripe = 'https://js.stripe.com'

/** What the page may load: Stripe's elements only where cards are taken. */
const plainPolicy = () => shownPolicy({ 'script-src': "'none'", 'connect-src': "'none'" })
const cardPolicy = () =>
  shownPolicy({
    'script-src': `'self' ${stripe}`,
    'frame-src': `${stripe} https://hooks.stripe.com`,
    'connect-src': "'self' https://api.stripe.com",
  })

/** What was refused, and of which field. */
export interface PayFault {
  text: string
  field?: string
}

interface PageInput extends PageVoice {
  brand: Brand | undefined
  fault?: PayFault | undefined
  /** Back from Stripe, which may not have told yet. */
  sent: boolean
}

interface Shown {
  html: string
  /** Content security policy. */
  policy: string
  status: number
}

/** The page of a link: its order, and a form for each way to pay, which works without JavaScript but for cards. */
export function payPage(link: OpenLink | undefined, { language, locale, brand, fault, sent }: PageInput): Shown {
  const t = textsIn('payPage', language)
  const say = (status: number, sign: Sign, title: string, ...texts: string[]): Shown => {
    const main = texts.map(renderText).join('\n')
    return { status, policy: plainPolicy(), html: card({ title, sign, main }) }
  }
  const card = (page: { title: string; main: string; sign?: Sign; isWide?: boolean; head?: string }) =>
    renderCard({ language, root: '..', shop: brand && clean(brand), ...page })
  if (link === undefined) return say(404, 'wrong', t.noLink, t.noLinkText)
  const { order, state, methods, acceptsGiftCards } = link
  const shop = clean(order.shop_name)
  const number = fill(t.order, { number: order.order_number })
  if (state === 'ended') return say(410, 'ended', t.ended, number, fill(t.endedText, { shop }))
  if (state === 'paid') return say(200, 'done', t.paid, number, fill(t.paidText, { shop }))
  const isChecking = state === 'checking' || sent
  const until = moment(order.link_expires_at, order.timezone, locale)
  const declined = order.last_payment === 'failed' && !isChecking ? t.declined : undefined
  const isOfCard = fault?.field === 'code'
  const byHand = howToPay(order, { locale, timezone: order.timezone })
  const forms =
    state === 'open' ? methods.map((method, index) => form(method, { count: methods.length, index }, language)) : []
  const acceptsCards = methods.some((method) => method.publishable_key !== null)
  const main = [
    renderText(number),
    renderOrderTable(order, locale),
    isChecking ? `<p class="notice" role="status">${escapeHtml(t.checking)}</p>` : '',
    renderAlert(isOfCard ? undefined : (fault?.text ?? declined)),
    renderHowToPay(byHand),
    ...forms,
    ...(acceptsGiftCards ? [giftCardForm(language, isOfCard ? fault.text : undefined)] : []),
    isChecking ? '' : `<p class="note">${escapeHtml(fill(t.until, { until }))}</p>`,
    acceptsCards ? `<script src="${stripe}/v3/"></script>\n<script src="card.js"></script>` : '',
  ]
  const head = isChecking ? '<meta http-equiv="refresh" content="3">\n' : ''
  const html = card({ title: t.title, isWide: true, head, main: main.filter((part) => part !== '').join('\n') })
  return { html, policy: acceptsCards ? cardPolicy() : plainPolicy(), status: 200 }
}

function form(
  { method, publishable_key: key, account }: OpenLink['methods'][number],
  { count, index }: { count: number; index: number },
  language: Language,
): string {
  const t = textsIn('payPage', language)
  const look = index === 0 ? '' : ' class="quiet"'
  if (key === null) {
    const name = { test_success: t.testSuccess, test_decline: t.testDecline }[method] ?? method.replaceAll('_', ' ')
    const label = count === 1 ? t.pay : fill(t.payWith, { method: name })
    return `<form method="post"><input type="hidden" name="method" value="${escapeHtml(method)}">
<button type="submit"${look}>${escapeHtml(label)}</button></form>`
  }
  const to = `data-key="${escapeHtml(key)}" data-account="${escapeHtml(account ?? '')}"`
  const data = `data-method="${escapeHtml(method)}" ${to} data-pay="${escapeHtml(t.payNow)}" lang="${language}"`
  return `<form id="card" method="post" ${data}><div id="element"></div><p role="alert"></p>
<noscript><p class="notice">${escapeHtml(t.needsScript)}</p></noscript>
<button type="submit"${look}>${escapeHtml(t.payByCard)}</button></form>`
}

/** What the card does not pay is paid another way: the page then says what is left. */
function giftCardForm(language: Language, fault: string | undefined): string {
  const t = textsIn('payPage', language)
  const typed = 'required maxlength="100" autocomplete="off" autocapitalize="characters" spellcheck="false"'
  return `<form class="beside" method="post"><input type="hidden" name="method" value="gift_card">
${renderField({ name: 'code', label: t.giftCard, attributes: typed, fault })}
<button class="quiet" type="submit">${escapeHtml(t.useGiftCard)}</button></form>`
}
