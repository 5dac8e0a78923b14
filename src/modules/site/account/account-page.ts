import type { Origin } from '#src/platform/http/auth/authentication.ts'
import { type PageShop, renderAlert, renderCard, renderField, renderText } from '#src/platform/http/pages/frame.ts'
import { waitText } from '#src/platform/http/pages/page-scope.ts'
import type { AppError, FieldFault } from '#src/platform/lib/errors.ts'
import type { Language } from '#src/platform/lib/languages.ts'
import { fill, textsIn } from '#src/platform/lib/texts/texts.ts'
import { escapeHtml } from '#src/platform/mail/templates/render-html.ts'

/** Pages lie at `/account/…`. */
const root = '..'

export interface AccountInput {
  token: string
  /** Where the page asks for one. */
  password?: string
}

/** What was done, and for whom. */
export interface AccountDone {
  /** In which the person works; none of a customer. */
  shops: readonly PageShop[]
  /** Put into the texts. */
  values?: Record<string, string>
}

/** What is known of a link before its button is pressed. */
export interface AccountLead {
  shop: PageShop
  values: Record<string, string>
  needsPassword: boolean
}

/**
 * A page that a mailed link opens. It acts only when its button is pressed, because mail scanners follow links. The
 * token is behind `#`, which browsers send to no server: a script puts it into the form, and without one the form asks
 * for the link.
 */
export interface AccountPage {
  /** Below `/account/`. */
  name: string
  texts: 'verifyPage' | 'resetPage' | 'undoPage' | 'invitationPage'
  needsPassword: boolean
  /** What the link is for, if the page says so before its button; without JavaScript it is a step of its own. */
  read?(token: string): Promise<AccountLead>
  check(input: AccountInput): FieldFault[]
  /** @throws AppError with the field `token`: the link works no more; with another: that field is wrong */
  act(input: AccountInput, origin: Origin): Promise<AccountDone>
}

interface Shown {
  /** In whose texts the page is, as its link says. */
  shop?: string | undefined
  token?: string
  lead?: AccountLead
  faults?: ReadonlyMap<string, string>
  alert?: string
}

export function renderForm(page: AccountPage, language: Language, { shop, token, lead, faults, alert }: Shown): string {
  const t = textsIn('accountPage', language)
  const own = textsIn(page.texts, language)
  const isStep = page.read !== undefined && lead === undefined
  const needsPassword = !isStep && (lead?.needsPassword ?? page.needsPassword)
  const link = renderField({
    name: 'token',
    label: t.link,
    hint: t.linkHint,
    fault: faults?.get('token'),
    attributes: 'type="text" required maxlength="2000" autocomplete="off" spellcheck="false"',
  })
  const password = renderField({
    name: 'password',
    label: t.password,
    hint: t.passwordHint,
    fault: faults?.get('password'),
    attributes: 'type="password" required autocomplete="new-password" minlength="8" maxlength="128"',
  })
  const fields = [
    token === undefined
      ? `<div class="by-hand${faults?.has('token') ? ' needed' : ''}">${link}</div>`
      : `<input type="hidden" name="token" value="${escapeHtml(token)}">`,
    ...(isStep ? [] : ['<input type="hidden" name="step" value="act">']),
    '<input type="hidden" name="device">',
    ...(needsPassword ? [password] : []),
    `<button type="submit">${escapeHtml(isStep ? t.goOn : own.action)}</button>`,
  ]
  const said = isStep ? t.openIt : fill(own.lead, lead?.values ?? {})
  const target = `${page.name}${shop === undefined ? '' : `?shop=${shop}`}`
  return renderCard({
    language,
    root,
    title: own.title,
    shop: lead?.shop,
    main: `${renderText(said)}
${renderAlert(alert)}
<form method="post" action="${target}"${isStep && token === undefined ? ' data-sends' : ''}>
${fields.join('\n')}
</form>
<script src="link.js"></script>`,
  })
}

export function renderDone(page: AccountPage, language: Language, { shops, values = {} }: AccountDone): string {
  const t = textsIn('accountPage', language)
  const own = textsIn(page.texts, language)
  const isStaff = shops.length > 0
  const onward = `${fill(own.onward, values)}${isStaff ? '' : ` ${t.goBack}`}`
  const toConsole = isStaff ? `<a class="button" href="${root}/console">${escapeHtml(t.console)}</a>` : ''
  return renderCard({
    language,
    root,
    title: fill(own.done, values),
    sign: 'done',
    shop: shops.length === 1 ? shops[0] : undefined,
    main: `${renderText(onward)}${toConsole}`,
  })
}

export function renderFault(
  page: AccountPage,
  language: Language,
  error: AppError,
  given: { shop?: string | undefined; token: string; lead?: AccountLead },
): string {
  const t = textsIn('accountPage', language)
  const details = Array.isArray(error.details) ? (error.details as FieldFault[]) : []
  if (given.token === '')
    return renderForm(page, language, { shop: given.shop, faults: new Map([['token', t.noLink]]) })
  if (details.some(({ field }) => field === 'token')) {
    const text = textsIn(page.texts, language).expired
    return renderCard({ language, root, title: t.expired, sign: 'ended', main: renderText(text) })
  }
  const faults = new Map(details.map(({ field, message }) => [field, passwordFault(message, language)]))
  const alerts: Record<string, string> = { RATE_LIMITED: waitText(error, language), EMAIL_TAKEN: t.emailTaken }
  const alert = faults.size > 0 ? undefined : (alerts[error.code] ?? t.failed)
  return renderForm(page, language, { ...given, faults, ...(alert !== undefined && { alert }) })
}

function passwordFault(message: string, language: Language): string {
  const t = textsIn('accountPage', language)
  if (message.includes('common')) return t.commonPassword
  return message.includes('e-mail address') && !message.startsWith('is required') ? t.emailPassword : t.passwordHint
}
