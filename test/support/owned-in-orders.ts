import { created, market, stocked, type World } from './owned-things.ts'
import { makeProduct } from './products.ts'
import { london, makeShippingMethod } from './selling.ts'

export interface InBody {
  id: string
  body: (id: string) => unknown
  path?: Record<string, string>
  /** The expected refusal, if it is not 404. */
  refused?: RegExp
}

const addressOfStranger = async ({ service, stranger }: World) => {
  const body = { name: 'Ada', line1: '1 Mall', city: 'London', country: 'GB' }
  return (await created(service.request('POST', '/user/addresses', { headers: stranger.headers, body }))).id as string
}
const methodOfShop = ({ service, shop }: World) => makeShippingMethod(service, shop)

/** An order at the rival's shop of a product sold there. */
function atRival(field: string, make: (world: World) => Promise<string>, refused?: RegExp) {
  return async (world: World): Promise<InBody> => {
    const { id: product_id } = await makeProduct(world.service, world.rival)
    return {
      id: await make(world),
      body: (id) => ({ items: [{ product_id, quantity: 1 }], ...place(field), [field]: id }),
      ...(refused && { refused }),
    }
  }
}

/** A checkout of a cart at the rival's. */
function ofCartAtRival(field: string, make: (world: World) => Promise<string>, refused?: RegExp) {
  return async (world: World): Promise<InBody> => {
    const { id: product_id } = await makeProduct(world.service, world.rival)
    const headers = { ...world.visitor.headers, 'merchant-id': world.rival.id }
    await created(world.service.request('POST', '/user/cart/items', { headers, body: { product_id, quantity: 1 } }))
    const body = (id: string) => ({ ...place(field), [field]: id })
    return { id: await make(world), body, ...(refused && { refused }) }
  }
}

const place = (field: string) => (field === 'shipping_method_id' ? { shipping_address: london } : {})
/** Staff of the rival takes a return of an order of theirs. */
const unavailable = /^\{"status":409,"error":\{"code":"SHIPPING_UNAVAILABLE"/

export const paymentMethodOfShop = async ({ service, shop }: World) => {
  const body = { kind: 'card', name: 'Card' }
  const made = service.request('POST', '/admin/payment-methods', { headers: shop.owner.headers, body })
  return (await created(made)).id as string
}
/** The rival has some, too: without any the service knows none without asking the database. */
export const marketOfShop = async (world: World) => {
  await market({ ...world, shop: world.rival })
  return (await market(world)).id
}
export const noMarket = /^\{"status":400,"error":\{"code":"VALIDATION_ERROR","message":"market is not the id of /
const notPayable = /^\{"status":409,"error":\{"code":"PAYMENT_METHOD_UNAVAILABLE"/

export const idsOfOrders = Object.fromEntries(
  ['placeOrder', 'quoteOrder', 'checkOutCart', 'quoteCart'].flatMap((operation) => {
    const order = operation.endsWith('Cart') ? ofCartAtRival : atRival
    return [
      [`${operation} shipping_address_id`, order('shipping_address_id', addressOfStranger)],
      [`${operation} billing_address_id`, order('billing_address_id', addressOfStranger)],
      [`${operation} shipping_method_id`, order('shipping_method_id', methodOfShop, unavailable)],
      [`${operation} payment_method_id`, order('payment_method_id', paymentMethodOfShop, notPayable)],
      [`${operation} market`, order('market', marketOfShop, noMarket)],
    ]
  }),
)

/** Ids in the body of an order by staff, or of its quote. */
export function staffOrderIds(operation: string): Record<string, (world: World) => Promise<InBody>> {
  const customer = { email: 'a-buyer@example.com' }
  return {
    [`${operation} customer.user_id`]: async (world) => ({
      id: world.customer.id,
      body: (user_id) => ({ customer: { user_id }, custom_items: [{ name: 'Engraving', price: 5, quantity: 1 }] }),
    }),
    [`${operation} items[].product_id`]: async (world) => ({
      id: await stocked(world),
      body: (product_id) => ({ customer, items: [{ product_id, quantity: 1 }] }),
    }),
    [`${operation} market`]: async (world) => ({
      id: await marketOfShop(world),
      refused: noMarket,
      body: (id) => ({ customer, market: id, custom_items: [{ name: 'Engraving', price: 5, quantity: 1 }] }),
    }),
    [`${operation} payment_method_id`]: async (world) => ({
      id: await paymentMethodOfShop(world),
      refused: notPayable,
      body: (payment_method_id) => ({
        customer,
        payment_method_id,
        custom_items: [{ name: 'Engraving', price: 5, quantity: 1 }],
      }),
    }),
    [`${operation} shipping_method_id`]: async (world) => ({
      id: await methodOfShop(world),
      refused: unavailable,
      body: (shipping_method_id) => ({
        customer,
        shipping_method_id,
        custom_items: [{ name: 'Engraving', price: 5, quantity: 1 }],
      }),
    }),
  }
}

/** The same in a draft that the rival's staff changes. */
export function inDraftOfRival(): Record<string, (world: World) => Promise<InBody>> {
  const custom_items = [{ name: 'Engraving', price: 5, quantity: 1 }]
  return Object.fromEntries(
    Object.entries(staffOrderIds('updateOrder')).map(([field, make]) => [
      field,
      async (world: World) => {
        const body = { draft: true, custom_items }
        const draft = await created(
          world.service.request('POST', '/admin/orders', { headers: world.rival.owner.headers, body }),
        )
        return { ...(await make(world)), path: { id: draft.id as string } }
      },
    ]),
  )
}
