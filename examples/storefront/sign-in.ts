import { ApiError } from './api.ts'
import { emailField, type Faults, faultsOf, field, marketingBox, missing, newPasswordField, noFaults } from './forms.ts'
import { html, ownPath, type Part } from './html.ts'
import { notice } from './layout.ts'
import type { Answer, Handler, Page, View } from './view.ts'

interface Typed {
  email?: string | undefined
  to: string
}

const signInPage: Handler = async (view, { query }) => signInForm(view, { to: ownPath(query.get('to'), '/account') })

function signInForm(view: View, { email, to }: Typed, fault?: string): Page {
  const { t } = view
  return {
    title: t.signIn,
    isPrivate: true,
    status: fault ? 422 : 200,
    main: html`<div class="wrap narrow doors"><h1>${t.signIn}</h1>
${view.remembered.draft.hasEnded && notice(t.sessionEnded)}${fault && notice(fault, 'alert')}
<form method="post" class="stack" action="${view.href('/account/sign-in')}">${hiddenTo(to)}
${emailField(view, noFaults, email)}
${field(view, noFaults, { name: 'password', label: t.password, type: 'password', autocomplete: 'current-password' })}
<button class="wide">${t.signIn}</button>
<p><a href="${view.href('/account/forgot')}">${t.forgotPassword}</a></p></form>
<section class="box"><h2>${t.newHere}</h2><p>${t.registerText}</p>
<p><a class="button quiet" href="${view.href(`/account/register?to=${encodeURIComponent(to)}`)}">${t.register}</a>
</p></section></div>`,
  }
}

const hiddenTo = (to: string): Part => html`<input type="hidden" name="to" value="${to}">`

/** Whoever was a guest finds their cart in the account. */
async function entered(view: View, to: string): Promise<Answer> {
  view.remembered.hasAccount = true
  if (!view.remembered.draft.hasEnded) view.remembered.draft = {}
  view.remembered.cart = (await view.visit.cart())?.item_count ?? 0
  return { redirect: view.href(to) }
}

const signIn: Handler = async (view, { form }) => {
  const typed = { email: form.get('email')?.trim() ?? '', to: ownPath(form.get('to'), '/account') }
  const password = form.get('password') ?? ''
  try {
    if (typed.email === '' || password === '') return signInForm(view, typed, view.t.wrongPassword)
    await view.visit.signIn({ email: typed.email, password })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const { challenge } = (error.details ?? {}) as { challenge?: string }
    if (error.code === 'TWO_FACTOR_REQUIRED' && challenge) return codeForm(view, { challenge, to: typed.to })
    if (error.code === 'INVALID_CREDENTIALS' || error.status === 400)
      return signInForm(view, typed, view.t.wrongPassword)
    throw error
  }
  return entered(view, typed.to)
}

function codeForm(view: View, { challenge, to }: { challenge: string; to: string }, fault?: string): Page {
  const { t } = view
  return {
    title: t.signIn,
    isPrivate: true,
    status: fault ? 422 : 200,
    main: html`<div class="wrap narrow"><h1>${t.signIn}</h1>${fault && notice(fault, 'alert')}
<form method="post" class="stack" action="${view.href('/account/code')}">${hiddenTo(to)}
<input type="hidden" name="challenge" value="${challenge}">
${field(view, noFaults, { name: 'code', label: t.codeOfApp, autocomplete: 'one-time-code' })}
<button class="wide">${t.signIn}</button></form></div>`,
  }
}

const signInWithCode: Handler = async (view, { form }) => {
  const challenge = form.get('challenge') ?? ''
  const to = ownPath(form.get('to'), '/account')
  try {
    await view.visit.signInWithCode({ challenge, code: form.get('code')?.trim() ?? '' })
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500 || error.status === 429) throw error
    if (error.code === 'UNAUTHORIZED') return { redirect: view.href('/account/sign-in') }
    return codeForm(view, { challenge, to }, view.t.wrongCode)
  }
  return entered(view, to)
}

const registerPage: Handler = async (view, { query }) =>
  registerForm(view, { to: ownPath(query.get('to'), '/account') }, noFaults)

function registerForm(view: View, { email, to }: Typed, faults: Faults): Page {
  const { t } = view
  return {
    title: t.register,
    isPrivate: true,
    status: faults.size > 0 ? 422 : 200,
    main: html`<div class="wrap narrow"><h1>${t.register}</h1><p>${t.registerText}</p>
<form method="post" class="stack" action="${view.href('/account/register')}">${hiddenTo(to)}
${emailField(view, faults, email)}
${newPasswordField(view, faults)}
${marketingBox(view)}
<button class="wide">${t.register}</button></form>
<p>${t.haveAccount} <a href="${view.href(`/account/sign-in?to=${encodeURIComponent(to)}`)}">${t.signIn}</a></p></div>`,
  }
}

const register: Handler = async (view, { form }) => {
  const typed = { email: form.get('email')?.trim() ?? '', to: ownPath(form.get('to'), '/account') }
  const empty = missing(view, form, ['email', 'password'])
  if (empty.size > 0) return registerForm(view, typed, empty)
  try {
    await view.visit.register({ email: typed.email, password: form.get('password') ?? '' })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.code === 'EMAIL_TAKEN') return registerForm(view, typed, new Map([['email', view.t.emailTaken]]))
    if (error.code === 'VALIDATION_ERROR') return registerForm(view, typed, faultsOf(view, error))
    throw error
  }
  if (form.get('marketing') === '1') await view.visit.setMarketing({ accepts_marketing: true, source: 'registration' })
  return entered(view, typed.to)
}

const signOut: Handler = async (view) => {
  await view.visit.signOut()
  Object.assign(view.remembered, { cart: 0, hasAccount: false, draft: {} })
  return { redirect: view.href('/') }
}

const forgotPage: Handler = async (view) => forgotForm(view)

function forgotForm(view: View, message?: Part, faults = noFaults): Page {
  const { t } = view
  return {
    title: t.forgotPassword,
    isPrivate: true,
    main: html`<div class="wrap narrow"><h1>${t.forgotPassword}</h1>${message ?? html`<p>${t.forgotText}</p>`}
<form method="post" class="stack" action="${view.href('/account/forgot')}">${emailField(view, faults)}
<button class="wide">${t.sendLink}</button></form></div>`,
  }
}

const forgot: Handler = async (view, { form }) => {
  try {
    await view.visit.forgotPassword(form.get('email')?.trim() ?? '')
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'VALIDATION_ERROR') throw error
    return forgotForm(view, undefined, faultsOf(view, error))
  }
  return forgotForm(view, notice(view.t.linkSent))
}

export const signInPages = {
  'GET /account/sign-in': signInPage,
  'POST /account/sign-in': signIn,
  'POST /account/code': signInWithCode,
  'GET /account/register': registerPage,
  'POST /account/register': register,
  'POST /account/sign-out': signOut,
  'GET /account/forgot': forgotPage,
  'POST /account/forgot': forgot,
}
