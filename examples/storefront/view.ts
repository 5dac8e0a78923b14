import type { Collection, MenuItem, Shop, Visit } from './api.ts'
import { type Html, html } from './html.ts'
import type { Language, Texts } from './languages.ts'

/** What a visitor has typed at the checkout so far, in an encrypted cookie of theirs. */
export interface Draft {
  email?: string
  address?: Record<string, string>
  /** Left out where it is the shipping address. */
  billing?: Record<string, string>
  vat?: string
  gift?: { email: string; message?: string; date?: string }
  method?: string
  payment?: string
  giftCard?: string
  /** What is in the cart, to fill that of a new guest with. */
  lines?: [productId: string, quantity: number][]
  /** The session has ended meanwhile. */
  hasEnded?: boolean
}

/** What a page is made of, besides what it asks for itself. */
export interface View {
  visit: Visit
  shop: Shop
  collections: readonly Collection[]
  menus: { main: readonly MenuItem[]; footer: readonly MenuItem[] }
  language: Language
  /** All in which the shop is read; its own is the first. */
  languages: readonly [Language, ...Language[]]
  /** The visitor comes from outside: by a link in a mail, a search, or an address that was typed. */
  isArriving: boolean
  /** For numbers and dates: `en-GB`. */
  locale: string
  t: Texts
  /** The path of the page, without the language, with its query. */
  path: string
  /** The shop's own, such as `https://shop.example`. */
  origin: string
  /** What the visitor's cookies say; changed values are sent with the answer. */
  remembered: { cart: number; hasAccount: boolean; draft: Draft }
  /** The address of a path in the language of the page. */
  href(path: string): string
  acceptLanguage: string
  assets: Assets
  /** Scripts of others, for which a visitor is asked first. */
  tags: readonly string[]
}

export interface Assets {
  styles: string
  script: string
  cardScript: string
  consentScript: string
  font: string | undefined
  /** Of development alone. */
  reload?: string
}

export interface Page {
  title: string
  main: Html
  description?: string | undefined
  /** The address of a picture, for links on other sites. */
  image?: string | null | undefined
  /** Of Open Graph; `website` unless it says another. */
  type?: 'product'
  /** For `<head>`: structured data, and whatever this page needs. */
  head?: Html | undefined
  status?: number
  /** How far a visit has come that sees it. */
  step?: 'product' | 'cart' | 'checkout'
  /** Of one visitor: not for search engines. */
  isPrivate?: boolean
  /** Without the language; a page that shows the same as another names that one. */
  canonical?: string
  /** Takes cards: its policy lets Stripe in. */
  takesCards?: boolean
}

/** A redirect is 303, to what a form has led to, unless it says otherwise. */
export type Answer = Page | { redirect: string; status?: 301 | 302 }

/** What the visitor has sent. */
export interface Ask {
  params: Record<string, string>
  query: URLSearchParams
  form: URLSearchParams
}

export type Handler = (view: View, ask: Ask) => Promise<Answer>

/** Paths of the shop's own language have no prefix. */
export function hrefIn({ prefix }: Language, path: string): string {
  return prefix + (prefix ? path.replace(/^\/(?=\?|$)/, '') : path)
}

/** Pages, menus and the like are in the shop's own language alone. */
export const isOwnLanguage = ({ language, languages }: View): boolean => language === languages[0]

/** The attribute of an element whose text is in the shop's own language. */
export const ownLang = (view: View): Html | false => !isOwnLanguage(view) && html` lang="${view.languages[0].tag}"`
