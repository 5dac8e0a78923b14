import { AsyncLocalStorage } from 'node:async_hooks'
import {
  ApiError,
  createClient,
  createServerClient,
  read,
  type Schemas,
  type ServerClient,
} from '@commerce-platform/client'
import { languageAt, languagesOf } from './languages.ts'
import { createMemory } from './memory.ts'

/** The one file that knows the API: its paths, and what the pages ask of it. */

export { ApiError, type FieldFault } from '@commerce-platform/client'
export { addressLines } from '@commerce-platform/client/address-lines'
export { contrast } from '@commerce-platform/client/contrast'
export { shopPaths } from '@commerce-platform/client/shop-paths'

export type Shop = Schemas['Shop']
export type Card = Schemas['Card']
export type Variant = Schemas['CatalogProductGroup']['variants'][number]
export type Group = Schemas['CatalogProductGroup']
export type Collection = Schemas['CatalogCollection']
/** A product by itself, with its description as HTML. */
export type Product = Omit<Schemas['ProductPage'], 'group' | 'related'>
export type Picture = Schemas['Picture']
/** The contract has a type for each level. */
export interface MenuItem extends Omit<Schemas['CatalogMenu']['items'][number], 'items'> {
  items: MenuItem[]
}
export type HomeSection = Schemas['CatalogHomeSection']
export type Cart = Schemas['Cart']
export type Quote = Schemas['Quote']
export type Order = Schemas['Order']
export type Address = Schemas['AddressInput']
export type SavedAddress = Schemas['SavedAddress']
export type Return = Schemas['Return']
export type LinkedOrder = Schemas['LinkedOrder']
export type ReturnReason = NonNullable<Schemas['RequestedReturnItem']['reason']>
export type Profile = Schemas['Profile']

export interface ListQuery {
  q?: string
  collection?: string
  category?: string
  brand?: string
  tag?: string
  minPrice?: number
  maxPrice?: number
  inStock?: boolean
  options: Record<string, string>
  sort?: 'newest' | 'price_asc' | 'price_desc' | 'name'
  page: number
}

export interface List {
  cards: Card[]
  total: number
  isMore: boolean
  facets: Schemas['Facets']
  ignored: string[]
}

export interface ProductPage {
  card: Product
  group: Group | undefined
  related: Card[]
}

export interface CheckoutBody {
  email: string
  shipping_address?: Address
  billing_address?: Address
  vat_number?: string
  gift?: NonNullable<Schemas['Checkout']['gift']>
  shipping_method_id?: string
  payment_method_id?: string
  expected_total?: number
}

export const pageSize = 24

const sorts = {
  newest: { sort: 'created_at', order: 'desc' },
  price_asc: { sort: 'price', order: 'asc' },
  price_desc: { sort: 'price', order: 'desc' },
  name: { sort: 'name', order: 'asc' },
} as const

export interface Service {
  baseUrl: string
  /** Its secret key of this storefront, `sk_…`. */
  key: string
  /** Encrypts cookies. */
  secret: string
  timeoutMs: number
  isSecure: boolean
}

/** What the answer to one visitor has cost so far: requests to the API, and the time until their answers began. */
export const costs = new AsyncLocalStorage<{ requests: number; ms: number }>()

async function counted(request: Request): Promise<Response> {
  const cost = costs.getStore()
  const begun = performance.now()
  if (cost) cost.requests++
  try {
    return await fetch(request)
  } finally {
    if (cost) cost.ms += performance.now() - begun
  }
}

/** What one visitor may ask. */
export type Visit = Awaited<ReturnType<ReturnType<typeof connect>>>

/** What is the same for all visitors is asked once in this time. Carts and orders are never kept. */
const cachedMs = { shop: 60_000, navigation: 10_000, list: 5_000, product: 3_000 }

export function connect({ baseUrl, key, secret, timeoutMs, isSecure }: Service) {
  const memory = createMemory()
  const common = { baseUrl, timeoutMs, retries: 1, fetch: counted }
  let sessions: ServerClient | undefined

  return async function visit(request: { cookie: string | undefined; address: string; language?: string | undefined }) {
    const { address } = request
    /** What the shop shows to everybody. */
    const open = createClient({ ...common, deviceId: 'none', storefrontKey: key, shopperAddress: address }).api
    const shop = () => memory('shop', cachedMs.shop, () => read(open.GET('/shop')))
    const { id: merchantId, ...itsShop } = await shop()
    const languages = languagesOf(itsShop)
    const language = languageAt(languages, request.language)
    const { market, tag, prefix } = language ?? languages[0]
    /** Who reads, for whatever has texts. */
    const reader = itsShop.markets ? { ...(market && { market }), locale: tag } : {}
    sessions ??= createServerClient({
      ...common,
      storefrontKey: key,
      merchantId,
      cookieSecret: secret,
      secure: isSecure,
    })
    const visitor = await sessions.visitor({ cookie: request.cookie, address })
    const { api } = visitor

    async function list({ q, page, sort, minPrice, maxPrice, inStock, options, ...filters }: ListQuery): Promise<List> {
      const named = Object.entries(options).map(([name, value]) => [`option.${name}`, value])
      const query = {
        ...reader,
        ...filters,
        ...(minPrice !== undefined && { min_price: minPrice }),
        ...(maxPrice !== undefined && { max_price: maxPrice }),
        ...(inStock && { in_stock: true }),
        ...(sort && sorts[sort]),
        ...Object.fromEntries(named),
      }
      const place = { limit: pageSize, offset: (page - 1) * pageSize }
      const text = JSON.stringify([q, query, page])
      return memory(`list ${prefix} ${text}`, cachedMs.list, async () => {
        const facets = 'category,brand,tag,option'
        const search = (limits: { limit: number; offset: number }) =>
          read(open.GET('/marketplace/search', { params: { query: { ...(q && { q }), ...query, ...limits, facets } } }))
        // A search does not keep the order of a collection.
        const isInOrder = filters.collection !== undefined && q === undefined && sort === undefined
        const [found, ordered] = await Promise.all([
          search(isInOrder ? { limit: 1, offset: 0 } : place),
          isInOrder ? read(open.GET('/catalog/products', { params: { query: { ...query, ...place } } })) : undefined,
        ])
        const { items, pagination } = ordered ?? found
        const { total, has_more: isMore } = pagination
        return { cards: items, total, isMore, facets: found.facets ?? {}, ignored: found.ignored_words }
      })
    }

    /** The product or group at an address of the shop, with all that its page shows. */
    function product(slug: string): Promise<ProductPage> {
      const params = { path: { id: slug }, query: { ...reader, expand: 'group,related' as const } }
      return memory(`product ${prefix} ${slug}`, cachedMs.product, async () => {
        const { group, related, ...card } = await read(open.GET('/catalog/products/{id}', { params }))
        // The contract has one type for both: with `expand` a group is whole.
        return { card, group: group as Group | undefined, related: related ?? [] }
      })
    }

    /** Somebody who puts a first thing into the cart becomes a guest. */
    async function ensureSession(): Promise<void> {
      if (!visitor.hasSession()) visitor.setSession(await read(api.POST('/user/guest', {})))
    }

    return {
      shop,
      languages,
      /** Undefined if the shop has none at the address. */
      language,
      list,
      product,
      hasSession: visitor.hasSession,
      setCookie: visitor.setCookie,
      /** Those without products, too. */
      collections: () =>
        memory(`collections ${prefix}`, cachedMs.navigation, async () => {
          return (await read(open.GET('/catalog/collections', { params: { query: { ...reader, limit: 100 } } }))).items
        }),
      /** With its description as HTML. Throws if there is none, so that it is not kept. */
      collection: (slug: string) =>
        memory(`collection ${prefix} ${slug}`, cachedMs.navigation, () =>
          read(open.GET('/catalog/collections/{id}', { params: { path: { id: slug }, query: reader } })),
        ),
      /** A page of the shop. Throws if there is none, so that it is not kept. */
      page: (slug: string) =>
        memory(`page ${slug}`, cachedMs.navigation, () =>
          read(open.GET('/catalog/pages/{slug}', { params: { path: { slug } } })),
        ),
      pages: async () => (await read(open.GET('/catalog/pages', { params: { query: { limit: 100 } } }))).items,
      menu: (handle: string) =>
        memory(`menu ${handle}`, cachedMs.navigation, async () => {
          return (await read(open.GET('/catalog/menus/{handle}', { params: { path: { handle } } }))).items as MenuItem[]
        }),
      home: () => memory('home', cachedMs.navigation, async () => (await read(open.GET('/catalog/home', {}))).sections),
      /** Throws if there is none, so that it is not kept: paths that are nowhere would crowd out what is. */
      redirect: (path: string) =>
        memory(`redirect ${path}`, cachedMs.list, () =>
          read(open.GET('/catalog/redirects', { params: { query: { path } } })),
        ),
      categories: () =>
        memory('categories', cachedMs.navigation, async () => {
          const { items } = await read(open.GET('/catalog/categories', { params: { query: { limit: 100 } } }))
          return items
        }),
      /** Counts a step of a visit, of nobody. */
      countVisit: (body: Schemas['CountVisit']) => read(open.POST('/catalog/visits', { body })),
      suggest: (q: string) =>
        memory(`suggest ${prefix} ${q}`, cachedMs.list, () =>
          read(open.GET('/catalog/suggest', { params: { query: { ...reader, q } } })),
        ),
      /** Every card of the catalog, for the sitemap. */
      async *allCards(): AsyncGenerator<Card> {
        let cursor: string | undefined
        do {
          const query = { limit: 100, ...(cursor && { cursor }) }
          const { items, pagination } = await read(open.GET('/catalog/products', { params: { query } }))
          yield* items
          cursor = pagination.next_cursor || undefined
        } while (cursor)
      },

      async cart(): Promise<Cart | undefined> {
        return visitor.hasSession() ? read(api.GET('/user/cart', {})) : undefined
      },
      async addToCart(productId: string, quantity: number): Promise<number> {
        await ensureSession()
        const body = { ...reader, product_id: productId, quantity }
        return (await read(api.POST('/user/cart/items', { body }))).item_count
      },
      async setQuantity(productId: string, quantity: number): Promise<number> {
        const params = { path: { product_id: productId } }
        const cart =
          quantity === 0
            ? await read(api.DELETE('/user/cart/items/{product_id}', { params }))
            : await read(api.PATCH('/user/cart/items/{product_id}', { params, body: { quantity } }))
        return cart.item_count
      },
      addCode: (code: string) => read(api.POST('/user/cart/codes', { body: { code } })),
      removeCode: (code: string) => read(api.DELETE('/user/cart/codes/{code}', { params: { path: { code } } })),

      quote: (body: Partial<CheckoutBody> & { gift_cards?: string[] }) =>
        read(api.POST('/user/cart/quote', { body: { ...reader, ...body } })),
      /** The same key again is the same order. */
      placeOrder: (body: CheckoutBody, idempotencyKey: string) =>
        read(api.POST('/user/cart/checkout', { params: keyed(idempotencyKey), body: { ...reader, ...body } })),
      /** An order is named by its id, in the visitor's session, or by the token of the link in a mail. */
      pay: (order: string, body: Schemas['PayOrder'], idempotencyKey: string) =>
        read(
          uuid.test(order)
            ? api.POST('/user/orders/{id}/payments', { params: { ...pathOf(order), ...keyed(idempotencyKey) }, body })
            : open.POST('/orders/by-token/{token}/payments', {
                params: { ...byToken(order).params, ...keyed(idempotencyKey) },
                body,
              }),
        ),
      giftCard: (code: string) => read(api.POST('/user/gift-cards/balance', { body: { code } })),

      order: (order: string): Promise<Order | LinkedOrder> =>
        uuid.test(order)
          ? read(api.GET('/user/orders/{id}', byId(order)))
          : read(open.GET('/orders/by-token/{token}', byToken(order))),
      lookUpOrder: (body: Schemas['LookUpOrder']) => open.POST('/orders/lookup', { body }),
      orders: async (page: number) =>
        read(api.GET('/user/orders', { params: { query: { limit: 10, offset: (page - 1) * 10 } } })),
      cancelOrder: (id: string) => read(api.POST('/user/orders/{id}/cancel', byId(id))),
      withdraw: (order: string) =>
        uuid.test(order)
          ? api.POST('/user/orders/{id}/withdraw', { ...byId(order), body: {} })
          : open.POST('/orders/by-token/{token}/withdraw', { ...byToken(order), body: {} }),
      requestReturn: (order: string, items: Schemas['RequestReturn']['items']) =>
        uuid.test(order)
          ? api.POST('/user/orders/{id}/returns', { ...byId(order), body: { items } })
          : open.POST('/orders/by-token/{token}/returns', { ...byToken(order), body: { items } }),
      returns: async (): Promise<Return[]> =>
        (await read(api.GET('/user/returns', { params: { query: { limit: 50 } } }))).items,
      cancelReturn: (id: string) => read(api.POST('/user/returns/{id}/cancel', byId(id))),

      profile: () => read(api.GET('/user/profile', {})),
      acceptsMarketing: async () => (await read(api.GET('/user/marketing', {}))).accepts_marketing,
      setMarketing: (body: Schemas['ConsentInput']) => read(api.PUT('/user/marketing', { body })),
      async register(body: Schemas['Register']) {
        const registered = await read(api.POST('/user/register', { body }))
        visitor.setSession(registered)
      },
      async signIn(body: Schemas['Login']) {
        try {
          visitor.setSession(await read(api.POST('/user/login', { body })))
        } catch (error) {
          // The code is good on this device alone, and the cookie keeps the device with a session.
          if (error instanceof ApiError && error.code === 'TWO_FACTOR_REQUIRED') await ensureSession()
          throw error
        }
      },
      async signInWithCode(body: Schemas['TwoFactorLogin']) {
        visitor.setSession(await read(api.POST('/user/login/two-factor', { body })))
      },
      async signOut() {
        if (visitor.hasSession()) await api.POST('/user/logout', {}).catch(() => undefined)
        visitor.setSession(undefined)
      },
      forgetSession: () => visitor.setSession(undefined),
      forgotPassword: (email: string) => api.POST('/user/password/forgot', { body: { email } }),
      addresses: async (): Promise<SavedAddress[]> =>
        (await read(api.GET('/user/addresses', { params: { query: { limit: 100 } } }))).items,
      addAddress: (body: Schemas['NewAddress']) => read(api.POST('/user/addresses', { body })),
      changeAddress: (id: string, body: Partial<Schemas['NewAddress']>) =>
        read(api.PATCH('/user/addresses/{id}', { params: { path: { id } }, body })),
      removeAddress: (id: string) => api.DELETE('/user/addresses/{id}', { params: { path: { id } } }),
    }
  }
}

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i
const pathOf = (id: string) => ({ path: { id } })
const byId = (id: string) => ({ params: pathOf(id) })
const byToken = (token: string) => ({ params: { path: { token } } })
const keyed = (key: string) => ({ header: { 'idempotency-key': key } })
