import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from 'kysely'
import type { TestAnswer } from '#test/support/app.ts'
import { makeBuyers } from '#test/support/buyers.ts'
import { describeShop } from '#test/support/describe-shop.ts'
import { makeGroup, type TestGroup, type VariantBody, variantsOf } from '#test/support/groups.ts'
import { shopping } from '#test/support/orders.ts'
import { makeProducts } from '#test/support/products.ts'
import { eventsOf } from '#test/support/shop-rows.ts'

const poolSize = 20
type Sold = Pick<VariantBody, 'sku' | 'options' | 'price'>

describeShop(
  'changes of product groups at once',
  { DATABASE_POOL_SIZE: String(poolSize), RATE_LIMIT_PER_MINUTE: '1000000' },
  ({ service, shop }) => {
    const send = (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body?: unknown) =>
      service.request(method, `/admin${path}`, { headers: shop.owner.headers, ...(body !== undefined && { body }) })
    const shown = async (id: string): Promise<TestGroup & { name: string; varies_by: string[] }> =>
      (await send('GET', `/product-groups/${id}`)).body.data
    const outcomeOf = ({ status, body }: TestAnswer) => (body.success ? String(status) : `${status} ${body.error.code}`)

    /** Deadlocks that the database has broken; the sessions of the pool report theirs first. */
    async function deadlocks(): Promise<number> {
      const { db } = service.deps
      const report = () => sql`select pg_stat_force_next_flush(), pg_sleep(0.2)`.execute(db)
      await Promise.all(Array.from({ length: poolSize }, report))
      const { rows } = await sql<{ deadlocks: string }>`
      select pg_stat_clear_snapshot(), deadlocks from pg_stat_database
       where datname = current_database()`.execute(db)
      return Number(rows[0]?.deadlocks)
    }

    /** Every variant reads what its group has, and no two have the same options. */
    async function assertWhole(groupId: string): Promise<void> {
      const { name, varies_by, variants } = await shown(groupId)
      for (const variant of variants) {
        assert.deepEqual(Object.keys(variant.options).sort(), [...varies_by].sort())
        assert.equal(variant.name, `${name}, ${varies_by.map((option) => variant.options[option]).join(' / ')}`)
      }
      assert.equal(new Set(variants.map((variant) => variant.name.toLowerCase())).size, variants.length)
    }

    const bodyOf = (group: TestGroup, name: string, variants: readonly Sold[] = group.variants) => ({
      name,
      varies_by: ['Size', 'Colour'],
      variants: variants.map(({ sku, options, price }) => ({ sku, options, price })),
    })
    const sizes = Array.from({ length: 10 }, (_, index) => `${36 + index}`)
    const colours = ['Red', 'Blue', 'Green', 'Black', 'White']

    it('50 variants are bought, repriced, archived and regrouped; nothing deadlocks, and nothing is lost', async () => {
      const group = await makeGroup(service, shop, {
        variants: variantsOf(sizes, colours).map((variant) => ({ ...variant, on_hand: 1_000 })),
      })
      const path = `/product-groups/${group.id}`
      const buyers = await makeBuyers(service, shop, 12)
      const outcomes = new Set<string>()
      const times = async (count: number, work: (n: number) => Promise<TestAnswer>) => {
        for (let n = 0; n < count; n++) outcomes.add(outcomeOf(await work(n)))
      }
      const variantAt = (n: number) => group.variants[(n * 7) % group.variants.length]?.id ?? ''
      let units = 0
      const buy = (headers: Record<string, string>, index: number) =>
        times(12, async (n) => {
          const ids = new Set([variantAt(n + index), variantAt(n * 3), variantAt(index * 5 + n)])
          const answer = await shopping(service, headers).order(
            [...ids].map((product_id) => ({ product_id, quantity: 1 })),
          )
          if (answer.status === 201) units += ids.size
          return answer
        })
      await Promise.all([
        ...buyers.map(buy),
        times(40, (n) => send('PATCH', `/products/${variantAt(n)}`, { price: n + 1 })),
        times(40, (n) => send('PATCH', `/products/${variantAt(n)}`, { status: n % 2 === 0 ? 'archived' : 'active' })),
        times(40, (n) => send('PATCH', `/inventory/${variantAt(n)}`, { adjust: 1 })),
        times(12, (n) => send('PATCH', path, { name: `Shirt ${n}`, status: n % 3 === 0 ? 'draft' : 'active' })),
        times(12, (n) => send('PATCH', path, { varies_by: n % 2 === 0 ? ['Colour', 'Size'] : ['Size', 'Colour'] })),
        times(6, (n) => send('PUT', path, bodyOf(group, `Put ${n}`))),
        times(12, (n) => {
          const { id = '', options } = group.variants[n >> 1] ?? {}
          return send('PATCH', `/products/${id}`, n % 2 === 0 ? { group_id: null } : { group_id: group.id, options })
        }),
        times(20, () => service.request('GET', `/catalog/product-groups/${group.id}`, { headers: shop.owner.headers })),
        times(20, () => send('GET', path)),
      ])
      const known = ['200', '201', '404 NOT_FOUND', '409 CONFLICT', '409 VARIANT_EXISTS']
      assert.deepEqual(
        [...outcomes].filter((outcome) => !known.includes(outcome)),
        [],
      )
      await assertWhole(group.id)
      const ids = group.variants.map(({ id }) => id)
      const stock = await service.deps.db
        .selectFrom('stock')
        .select(({ fn }) => [
          fn.sum('on_hand').as('on_hand'),
          fn.sum('reserved').as('reserved'),
          fn.countAll().as('all'),
        ])
        .where('product_id', 'in', ids)
        .executeTakeFirstOrThrow()
      assert.deepEqual([Number(stock.on_hand), Number(stock.reserved), Number(stock.all)], [50_040, units, 50])
      assert.ok(units > 0)
      assert.equal(await deadlocks(), 0)
    })

    it('PUT of a group ten at once leaves the whole state of one of them, each time', async () => {
      for (let round = 0; round < 3; round++) {
        const group = await makeGroup(service, shop)
        const states = Array.from({ length: 10 }, (_, n) => {
          const further = variantsOf([`L${n}`], ['Red', 'Blue'])
          return bodyOf(group, `State ${n}`, [...group.variants.slice(n % 4), ...further])
        })
        const answers = await Promise.all(states.map((body) => send('PUT', `/product-groups/${group.id}`, body)))
        const outcomes = new Set(answers.map(outcomeOf))
        assert.ok(
          [...outcomes].every((outcome) => ['200', '409 SKU_TAKEN', '409 CONFLICT'].includes(outcome)),
          [...outcomes].join(),
        )
        const now = await shown(group.id)
        const last = states.find(({ name }) => name === now.name)
        assert.deepEqual(
          now.variants.map(({ sku }) => sku),
          last?.variants.map(({ sku }) => sku),
        )
        await assertWhole(group.id)
      }
      assert.equal(await deadlocks(), 0)
    })

    it('PUT with one expected_version twice at once answers 200 once', async () => {
      const group = await makeGroup(service, shop)
      const put = (name: string) =>
        send('PUT', `/product-groups/${group.id}`, { ...bodyOf(group, name), expected_version: group.version })
      const answers = await Promise.all([put('One'), put('Other')])
      assert.deepEqual(answers.map(outcomeOf).sort(), ['200', '409 CONFLICT'])
    })

    it('products that join with the same options at once: one does', async () => {
      const group = await makeGroup(service, shop)
      const plain = await makeProducts(service, shop, Array(8).fill({}))
      const options = { Size: 'L', Colour: 'Red' }
      const answers = await Promise.all(
        plain.map(({ id }) => send('PATCH', `/products/${id}`, { group_id: group.id, options })),
      )
      assert.deepEqual(answers.map(outcomeOf).sort(), ['200', ...Array(7).fill('409 VARIANT_EXISTS')])
      await assertWhole(group.id)
    })

    it('a product that joins, leaves and is bought at once keeps its stock, and a name for each of both', async () => {
      const group = await makeGroup(service, shop)
      const [product] = await makeProducts(service, shop, [{ onHand: 1_000 }])
      const id = product?.id ?? ''
      const options = { Size: 'L', Colour: 'Red' }
      const buyers = await makeBuyers(service, shop, 6)
      let bought = 0
      const buying = buyers.map(async (headers) => {
        for (let n = 0; n < 10; n++) {
          const { status } = await shopping(service, headers).order([{ product_id: id, quantity: 1 }])
          assert.equal(status, 201)
          bought++
        }
      })
      const moving = async () => {
        for (let n = 0; n < 20; n++) {
          const body = n % 2 === 0 ? { group_id: group.id, options } : { group_id: null }
          assert.equal((await send('PATCH', `/products/${id}`, body)).status, 200)
        }
      }
      await Promise.all([...buying, moving()])
      const { name, group_id, available } = (await send('GET', `/products/${id}`)).body.data
      assert.deepEqual([name, group_id, available], ['Linen Shirt, L / Red', null, 1_000 - bought])
      const names = (await eventsOf(service, shop.id, 'product.updated'))
        .map(({ data }) => data.product)
        .filter((told) => told.id === id)
      assert.deepEqual([...new Set(names.map((told) => told.name))], ['Linen Shirt, L / Red'])
      assert.equal(names.length, 20)
      assert.equal(await deadlocks(), 0)
    })

    it('DELETE of a group while its variants are bought keeps the stock of each that was', async () => {
      const group = await makeGroup(service, shop, { variants: variantsOf(sizes, colours) })
      const buyers = await makeBuyers(service, shop, 10)
      const buying = buyers.map(async (headers, index) => {
        const { id = '' } = group.variants[index * 5] ?? {}
        return outcomeOf(await shopping(service, headers).order([{ product_id: id, quantity: 1 }]))
      })
      const [removed, ...outcomes] = await Promise.all([send('DELETE', `/product-groups/${group.id}`), ...buying])
      const sold = outcomes.filter((outcome) => outcome === '201').length
      assert.ok(
        outcomes.every((outcome) => ['201', '404 NOT_FOUND', '409 INSUFFICIENT_STOCK'].includes(outcome)),
        outcomes.join(),
      )
      const { deleted, archived } = removed.body.data
      assert.deepEqual([deleted, archived], [50 - archived, sold])
      assert.equal(await deadlocks(), 0)
    })
  },
)
