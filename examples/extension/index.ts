import type { Extension } from '@commerce-platform/extension'

/** A wish list: what shoppers want, what is back in stock of it, and what staff sees of both. */

const Wish = {
  type: 'object',
  properties: {
    product_id: { type: 'string', format: 'uuid' },
    name: { type: 'string' },
    available: { type: 'boolean' },
    back_at: { type: ['string', 'null'], format: 'date-time' },
  },
}
const Wished = {
  type: 'object',
  properties: { product_id: { type: 'string', format: 'uuid' }, name: { type: 'string' }, people: { type: 'integer' } },
}
const listOf = (items: object) => ({ type: 'object', properties: { items: { type: 'array', items } } })
const Item = {
  type: 'object',
  properties: { product_id: { type: 'string', format: 'uuid' } },
  required: ['product_id'],
}

const extension: Extension = {
  name: 'wishlist',
  sql: new URL('./sql/', import.meta.url),
  permissions: ['wishlist.read'],
  routes: {
    shopper(app) {
      app.get(
        '/items',
        { schema: { summary: 'What one wishes for, the newest first', response: { 200: listOf(Wish) } } },
        async (_request, { db, merchantId, userId }) => ({
          items: await db.rows`
            select wish.product_id, product.name, coalesce(stock.available, 0) > 0 as available, wish.back_at
            from wishes wish
            join public_products product on product.merchant_id = wish.merchant_id and product.id = wish.product_id
            left join public_stock stock on stock.merchant_id = wish.merchant_id
              and stock.product_id = wish.product_id
            where wish.merchant_id = ${merchantId} and wish.user_id = ${userId}
            order by wish.created_at desc, wish.product_id
            limit 100`,
        }),
      )

      app.put(
        '/items/:product_id',
        { schema: { summary: 'Wish for a product', params: Item, response: { 200: Item } } },
        async ({ params }, { db, merchantId, userId, fail }) => {
          const found = await db.value`
            select true from public_products
            where merchant_id = ${merchantId} and id = ${params.product_id} and status = 'active'`
          if (!found) fail('NOT_FOUND', 404, 'product not found')
          await db.rows`
            insert into wishes (merchant_id, user_id, product_id)
            values (${merchantId}, ${userId}, ${params.product_id}) on conflict do nothing`
          return { product_id: params.product_id }
        },
      )

      app.delete(
        '/items/:product_id',
        { schema: { summary: 'Wish for it no more', params: Item, response: { 200: Item } } },
        async ({ params }, { db, merchantId, userId }) => {
          await db.rows`
            delete from wishes
            where merchant_id = ${merchantId} and user_id = ${userId} and product_id = ${params.product_id}`
          return { product_id: params.product_id }
        },
      )
    },

    staff(app) {
      app.get(
        '/wished',
        {
          schema: { summary: 'The products that most people wish for', response: { 200: listOf(Wished) } },
          permission: 'wishlist.read',
        },
        async (_request, { db, merchantId }) => ({
          items: await db.rows`
            select wish.product_id, product.name, count(*)::integer as people
            from wishes wish
            join public_products product on product.merchant_id = wish.merchant_id and product.id = wish.product_id
            where wish.merchant_id = ${merchantId}
            group by wish.product_id, product.name
            order by people desc, product.name limit 50`,
        }),
      )
    },
  },
  on: {
    async 'inventory.updated'({ db, merchantId, data }) {
      const { product, inventory } = data as { product: { id: string }; inventory: Record<string, number> }
      const isBack = Number(inventory['available']) > 0 && Number(inventory['previous_quantity']) === 0
      if (!isBack) return
      await db.rows`
        update wishes set back_at = now() where merchant_id = ${merchantId} and product_id = ${product.id}`
    },
  },
  export: ({ db, userId }) =>
    db.rows`select merchant_id, product_id, created_at from wishes where user_id = ${userId} order by created_at`,
  async erase({ db, userId }) {
    await db.rows`delete from wishes where user_id = ${userId}`
  },
}

// biome-ignore lint/style/noDefaultExport: that is what the platform loads
export default extension
