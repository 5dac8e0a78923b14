import { sealToken } from '#src/modules/orders/index.ts'
import { makeGroup } from './groups.ts'
import { makePaidOrder, makeShopper } from './orders.ts'
import {
  type InBody,
  idsOfOrders,
  inDraftOfRival,
  marketOfShop,
  noMarket,
  paymentMethodOfShop,
  staffOrderIds,
} from './owned-in-orders.ts'
import { idsOfPriceLists } from './owned-in-price-lists.ts'
import { idsOfPromotions } from './owned-in-promotions.ts'
import {
  bankStatement,
  collection,
  created,
  customerGroup,
  page,
  picture,
  stocked,
  type World,
  withdrawalOf,
} from './owned-things.ts'
import { makeProduct } from './products.ts'

async function takenAtRival({ service, rival }: World, more: (id: string) => object) {
  const { order, fulfil } = await makePaidOrder(service, rival)
  await fulfil()
  return (id: string) => ({ order_id: order.id, items: [{ line: 1, quantity: 1 }], reason: 'other', ...more(id) })
}

/** A credit of the shop in a statement of the rival. */
function creditOfShop(chosen: (id: string) => unknown) {
  return async ({ service, shop, rival }: World): Promise<InBody> => ({
    id: (await bankStatement({ service, shop })).credits[0].id,
    path: { id: (await bankStatement({ service, shop: rival })).id },
    body: (id) => ({ credits: [chosen(id)] }),
  })
}

const noGroup = /^\{"status":400,"error":\{"code":"VALIDATION_ERROR","message":"groups has /

/** A product of the shop in a body about the rival's order. */
const inOrderOfRival = async (world: World): Promise<InBody> => {
  const { order } = await makePaidOrder(world.service, world.rival)
  return {
    id: await stocked(world),
    path: { id: order.id },
    body: (product_id) => ({ items: [{ product_id, quantity: 1 }] }),
    refused: /^\{"status":400,"error":\{"code":"VALIDATION_ERROR"/,
  }
}

const unknownPictureAt = (field: string) =>
  new RegExp(`^{"status":400,"error":{"code":"VALIDATION_ERROR","message":"${field} is not the id of a picture`)
const unknownPicture = unknownPictureAt('media\\[0\\]')
const unknownPictureOfVariant = unknownPictureAt('variants\\[0\\]\\.media\\[0\\]')
const groupWith = (sku: string, picture: string) => ({
  name: 'Shirt',
  varies_by: ['Size'],
  variants: [{ sku, options: { Size: 'M' }, price: 1, media: [picture] }],
})

/** A picture of the shop for a product, group or collection of the rival's. */
const pictureForRival =
  (
    path: (world: World) => Promise<Record<string, string>>,
    rest: () => object,
    entryOf: (id: string) => unknown = (id) => id,
  ) =>
  async (world: World): Promise<InBody> => ({
    id: await picture(world),
    path: await path(world),
    body: (id) => ({ ...rest(), media: [entryOf(id)] }),
    refused: unknownPicture,
  })
const tiedPictureForRival = (path: (world: World) => Promise<Record<string, string>>, rest: () => object) =>
  pictureForRival(path, rest, (id) => ({ id }))
const groupOfShop = async ({ service, shop }: World) => (await makeGroup(service, shop)).id
const groupOfRival = async ({ service, rival }: World) => ({ id: (await makeGroup(service, rival)).id })
const collectionOfRival = async (world: World) => ({ id: await collection({ ...world, shop: world.rival }) })
/** Products of the shop in a request about an order that the visitor has placed at the rival's. */
function ofVisitor(pathOf: (made: { order: string; token: string }) => Record<string, string>, more: object) {
  return async (world: World): Promise<InBody> => {
    const { service, rival, visitor } = world
    const product_id = await stocked({ ...world, shop: rival })
    const headers = { ...visitor.headers, 'merchant-id': rival.id }
    const items = [{ product_id, quantity: 1 }]
    const { id: order } = await created(service.request('POST', '/user/orders', { headers, body: { items } }))
    const token = sealToken(service.deps.seal, { merchantId: rival.id, orderId: order, until: 4_000_000_000 })
    return {
      id: await stocked(world),
      path: pathOf({ order, token }),
      body: (id) => ({ items: [{ product_id: id, quantity: 1, ...more }] }),
      refused: /^\{"status":400,"error":\{"code":"VALIDATION_ERROR"/,
    }
  }
}

const none = async () => ({})
const options = { Size: 'L', Colour: 'Red' }
const shirts = { name: 'Shirt', varies_by: ['Size'], variants: [] }

/** For each id in a body, by operation and field: a row of the shop. The rest of the body is its example. */
export const ownedInBody: Record<string, (world: World) => Promise<InBody>> = {
  ...idsOfOrders,
  ...idsOfPromotions,
  ...idsOfPriceLists,
  'createProductGroup variants[].media[]': async (world) => ({
    id: await picture(world),
    body: (id) => groupWith('with-pictures', id),
    refused: unknownPictureOfVariant,
  }),
  'replaceProductGroup variants[].media[]': async (world) => ({
    id: await picture(world),
    path: { id: (await makeGroup(world.service, world.rival)).id },
    body: (id) => groupWith('with-other-pictures', id),
    refused: unknownPictureOfVariant,
  }),
  'createProductGroup media[].id': tiedPictureForRival(none, () => shirts),
  'replaceProductGroup media[].id': tiedPictureForRival(groupOfRival, () => shirts),
  'updateProductGroup media[].id': tiedPictureForRival(groupOfRival, () => ({})),
  'createProductGroup media[]': pictureForRival(none, () => shirts),
  'replaceProductGroup media[]': pictureForRival(groupOfRival, () => shirts),
  'updateProductGroup media[]': pictureForRival(groupOfRival, () => ({})),
  'createCollection media[]': pictureForRival(none, () => ({ name: 'Winter' })),
  'updateCollection media[]': pictureForRival(collectionOfRival, () => ({})),
  'createProduct media[]': pictureForRival(none, () => ({ sku: 'with-a-picture', name: 'Mug', price: 1 })),
  'updateProduct media[]': pictureForRival(
    async ({ service, rival }) => ({ id: (await makeProduct(service, rival)).id }),
    () => ({}),
  ),
  'createPaymentMethod groups[]': async (world) => ({
    id: (await customerGroup(world)).id,
    body: (id) => ({ kind: 'card', name: 'Card', groups: [id] }),
    refused: noGroup,
  }),
  'updatePaymentMethod groups[]': async (world) => ({
    id: (await customerGroup(world)).id,
    path: { id: await paymentMethodOfShop({ ...world, shop: world.rival }) },
    body: (id) => ({ groups: [id] }),
    refused: noGroup,
  }),
  'createProduct group_id': async (world) => ({
    id: await groupOfShop(world),
    body: (group_id) => ({ sku: 'joins', price: 1, group_id, options }),
  }),
  'updateProduct group_id': async (world) => ({
    id: await groupOfShop(world),
    path: { id: (await makeProduct(world.service, world.rival)).id },
    body: (group_id) => ({ group_id, options }),
  }),
  'updateProductGroup variants[].id': async (world) => ({
    id: (await makeGroup(world.service, world.shop)).variants[0]?.id ?? '',
    path: { id: (await makeGroup(world.service, world.rival)).id },
    body: (id) => ({ variants: [{ id, options }] }),
    refused: /^\{"status":400,"error":\{"code":"VALIDATION_ERROR"/,
  }),
  ...Object.fromEntries(
    (
      [
        ['picture', picture, (id: string) => ({ type: 'hero', title: 'Hello', picture: id })],
        ['collection_id', collection, (id: string) => ({ type: 'collection_row', collection_id: id })],
        ['ids[]', async (world: World) => (await page(world)).id, (id: string) => ({ type: 'pages', ids: [id] })],
      ] as const
    ).map(([field, make, section]) => [
      `setHome sections[].${field}`,
      async (world: World): Promise<InBody> => ({
        id: await make(world),
        body: (id) => ({ sections: [section(id)] }),
        refused: /^\{"status":400,"error":\{"code":"VALIDATION_ERROR"/,
      }),
    ]),
  ),
  'updateMerchant logo': async (world) => ({
    id: await picture(world),
    body: (id) => ({ logo: id }),
    refused: /^\{"status":400,"error":\{"code":"VALIDATION_ERROR"/,
  }),
  ...staffOrderIds('placeStaffOrder'),
  ...staffOrderIds('quoteStaffOrder'),
  ...inDraftOfRival(),
  'editOrderLines add[].product_id': async (world) => ({
    id: await stocked(world),
    path: { id: (await makePaidOrder(world.service, world.rival)).order.id },
    body: (product_id) => ({ add: [{ product_id, quantity: 1 }] }),
  }),
  'confirmBankCredits credits[]': creditOfShop((id) => id),
  'confirmBankCredits credits[].id': creditOfShop((id) => ({ id })),
  'confirmBankCredits credits[].order_id': async ({ service, shop, rival }) => {
    const { id, credits } = await bankStatement({ service, shop: rival })
    const body = (order_id: string) => ({ credits: [{ id: credits[0].id, order_id }] })
    return { id: (await makePaidOrder(service, shop)).order.id, path: { id }, body }
  },
  'updateOrder assignee_id': async (world) => ({
    id: world.shop.owner.id,
    path: { id: (await makePaidOrder(world.service, world.rival)).order.id },
    body: (assignee_id) => ({ assignee_id }),
    refused: /^\{"status":400,"error":\{"code":"VALIDATION_ERROR"/,
  }),
  'fulfilOrder items[].product_id': inOrderOfRival,
  'refundOrder items[].product_id': inOrderOfRival,
  'withdrawFromOrder items[].product_id': ofVisitor(({ order }) => ({ id: order }), {}),
  'requestReturn items[].product_id': ofVisitor(({ order }) => ({ id: order }), { reason: 'other' }),
  'withdrawByToken items[].product_id': ofVisitor(({ token }) => ({ token }), {}),
  'requestReturnByToken items[].product_id': ofVisitor(({ token }) => ({ token }), { reason: 'other' }),
  'previewMail order_id': async (world) => ({
    id: (await makePaidOrder(world.service, world.shop)).order.id,
    path: { kind: 'order_confirmation' },
    body: (order_id) => ({ order_id }),
  }),
  'sendTestMail order_id': async (world) => ({
    id: (await makePaidOrder(world.service, world.shop)).order.id,
    path: { kind: 'order_confirmation' },
    body: (order_id) => ({ order_id }),
  }),
  'takeReturn order_id': async (world) => ({
    id: (await makePaidOrder(world.service, world.shop)).order.id,
    body: (order_id) => ({ order_id, items: [{ line: 1, quantity: 1 }], reason: 'other' }),
  }),
  'takeReturn items[].product_id': async (world) => ({
    id: await stocked(world),
    body: await takenAtRival(world, (product_id) => ({ items: [{ product_id, quantity: 1 }] })),
    refused: /^\{"status":400,"error":\{"code":"VALIDATION_ERROR"/,
  }),
  'takeReturn exchange[].product_id': async (world) => ({
    id: await stocked(world),
    body: await takenAtRival(world, (product_id) => ({ exchange: [{ product_id, quantity: 1 }] })),
    refused: /^\{"status":400,"error":\{"code":"VALIDATION_ERROR"/,
  }),
  'updateReturn exchange[].product_id': async (world) => ({
    id: await stocked(world),
    path: {
      id: await withdrawalOf({ ...world, shop: world.rival, customer: await makeShopper(world.service, world.rival) }),
    },
    body: (id) => ({ exchange: [{ product_id: id, quantity: 1 }] }),
    refused: /^\{"status":400,"error":\{"code":"VALIDATION_ERROR"/,
  }),
  'updateReturn items[].product_id': async (world) => ({
    id: await stocked(world),
    path: {
      id: await withdrawalOf({ ...world, shop: world.rival, customer: await makeShopper(world.service, world.rival) }),
    },
    body: (id) => ({ status: 'received', items: [{ product_id: id, quantity: 1, condition: 'resell' }] }),
    refused: /^\{"status":400,"error":\{"code":"VALIDATION_ERROR"/,
  }),
  // A dry run finds nothing; a change would tell of each that it is no product of the shop.
  'changeProducts ids[]': async (world) => ({
    id: await stocked(world),
    body: (id) => ({ ids: [id], change: { status: 'draft' }, dry_run: true }),
    refused: /^\{"status":200/,
  }),
  'changeProducts filter.group_id': async (world) => ({
    id: await groupOfShop(world),
    body: (id) => ({ filter: { group_id: id }, change: { status: 'draft' }, dry_run: true }),
    refused: /^\{"status":200/,
  }),
  'setCollectionProducts ids[]': async (world) => ({
    id: await stocked(world),
    path: await collectionOfRival(world),
    body: (id) => ({ ids: [id] }),
    refused: /^\{"status":400,"error":\{"code":"VALIDATION_ERROR"/,
  }),
  ...Object.fromEntries(
    (
      [
        ['setCustomersOfGroup', 'ids'],
        ['changeCustomerGroup', 'add'],
        // Who is no member leaves no group.
        ['changeCustomerGroup', 'remove'],
      ] as const
    ).map(([operation, field]) => [
      `${operation} ${field}[]`,
      async (world: World): Promise<InBody> => ({
        id: world.customer.id,
        path: await customerGroup({ ...world, shop: world.rival }),
        body: (id) => ({ [field]: [id] }),
        refused: field === 'remove' ? /^\{"status":200/ : /^\{"status":400,"error":\{"code":"VALIDATION_ERROR"/,
      }),
    ]),
  ),
  'mergeCustomers into': async ({ service, customer, rival }) => {
    const { headers } = rival.owner
    const made = await created(service.request('POST', '/admin/users', { headers, body: { name: 'Twice' } }))
    return { id: customer.id, path: { id: made.id as string }, body: (into) => ({ into }) }
  },
  'addCartItem market': async (world) => ({
    id: await marketOfShop(world),
    body: (market) => ({ product_id: world.shop.id, quantity: 1, market }),
    refused: noMarket,
  }),
  'addCartItem product_id': async (world) => ({
    id: await stocked(world),
    body: (product_id) => ({ product_id, quantity: 1 }),
  }),
  'placeOrder items[].product_id': async (world) => ({
    id: await stocked(world),
    body: (product_id) => ({ items: [{ product_id, quantity: 1 }] }),
  }),
  'quoteOrder items[].product_id': async (world) => ({
    id: await stocked(world),
    body: (product_id) => ({ items: [{ product_id, quantity: 1 }] }),
  }),
}
