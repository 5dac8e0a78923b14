import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { before, it } from 'node:test'
import { type RawBuilder, sql } from 'kysely'
import { catalogChecks } from '#src/modules/catalog/index.ts'
import { inTransaction } from '#src/platform/db/transaction.ts'
import { foldText } from '#src/platform/lib/folding.ts'
import { newId } from '#src/platform/lib/ids.ts'
import { unique } from '#test/support/app.ts'
import { describeShop } from '#test/support/describe-shop.ts'
import { makeUser, type SignedInUser } from '#test/support/factories.ts'

const rounds = 60

/** The names of variants are made by the use cases, not by the statements of this test. */
const listingChecks = catalogChecks.filter(({ name }) => !/a variant has what|a slug leads/.test(name))

/** A product as the test knows it by reading `products` and `stock` alone. */
interface Row {
  id: string
  group_id: string | null
  name: string
  status: string
  price: number
  position: number
  available: number
  created_at: Date
  category: string | null
  brand: string | null
}

interface GroupRow {
  id: string
  name: string
  status: string
  category: string | null
  created_at: Date
}

describeShop('listings after random changes', ({ service, shop }) => {
  let shopper: SignedInUser
  before(async () => {
    shopper = await makeUser(service)
    await sql`
      insert into listing_languages (merchant_id, language, ready)
      values (${shop.id}, 'de', true), (${shop.id}, 'fr-CH fr de', true)`.execute(service.deps.db)
  })

  const pick = <T>(some: readonly T[]): T => some[randomInt(some.length)] as T
  const statuses = ['active', 'active', 'active', 'draft', 'archived']
  const categories = ['Shirts', 'Shoes', null]
  const brands = ['Acme', 'Ünlü', null]

  async function rows<T>(statement: RawBuilder<T>): Promise<T[]> {
    return (await statement.execute(service.deps.db)).rows
  }
  const products = () =>
    rows(sql<Row>`
      select id, group_id, name, status, price_minor / 100.0 as price, position, created_at, category, brand,
             coalesce(on_hand - reserved, 0) as available
        from products left join stock on product_id = id where products.merchant_id = ${shop.id}`).then((all) =>
      all.map((row) => ({ ...row, price: Number(row.price) })),
    )
  const groups = () =>
    rows(sql<GroupRow>`
      select id, name, status, category, created_at from product_groups where merchant_id = ${shop.id}`)

  /** What a shopper's list shows: ids of products, groups by the variant that stands for them. */
  function expected(all: Row[], known: GroupRow[], variants: 'one' | 'all') {
    const isActive = (row: Row) =>
      row.status === 'active' &&
      (row.group_id === null || known.find(({ id }) => id === row.group_id)?.status === 'active')
    const active = all.filter(isActive)
    const single = active.filter((row) => variants === 'all' || row.group_id === null)
    const cards = single.map((row) => ({
      card: row.id,
      shown: row,
      name: row.name,
      created: row.created_at,
      category: row.category,
    }))
    if (variants === 'all') return cards
    const ofGroups = known.flatMap((group) => {
      const [shown] = active
        .filter((row) => row.group_id === group.id)
        .sort(
          (a, b) =>
            Number(b.available > 0) - Number(a.available > 0) ||
            a.price - b.price ||
            a.position - b.position ||
            (a.id < b.id ? -1 : 1),
        )
      return shown === undefined
        ? []
        : [{ card: group.id, shown, name: group.name, created: group.created_at, category: group.category }]
    })
    return [...cards, ...ofGroups]
  }

  const key = (...parts: (string | number)[]) => parts
  const compare = (a: (string | number)[], b: (string | number)[]): number => {
    for (const [index, part] of a.entries()) {
      const other = b[index] as string | number
      if (part !== other) return part < other ? -1 : 1
    }
    return 0
  }

  async function assertListed(told: string) {
    for (const { name, statement } of listingChecks) {
      assert.deepEqual(await rows(sql.raw(statement)), [], `${name} (${told})`)
    }
    const [all, known] = [await products(), await groups()]
    for (const variants of ['one', 'all'] as const) {
      const cards = expected(all, known, variants)
      const sorts = {
        price: cards.toSorted((a, b) => compare(key(a.shown.price, a.card), key(b.shown.price, b.card))),
        name: cards.toSorted((a, b) => compare(key(foldText(a.name), a.card), key(foldText(b.name), b.card))),
        created_at: cards.toSorted((a, b) =>
          compare(key(b.created.getTime(), b.card), key(a.created.getTime(), a.card)),
        ),
      }
      for (const [sort, wanted] of Object.entries(sorts)) {
        for (const [filter, within] of [
          ['', () => true],
          ['&in_stock=true', ({ shown }: (typeof cards)[number]) => shown.available > 0],
          ['&category=Shirts', ({ category }: (typeof cards)[number]) => category === 'Shirts'],
        ] as const) {
          const query = `merchant_id=${shop.id}&variants=${variants}&sort=${sort}&limit=100${filter}`
          const { body } = await service.request('GET', `/catalog/products?${query}`, { headers: shopper.headers })
          const shown = body.data.items.map(({ id, available }: Row) => `${id} ${available}`)
          const right = wanted.filter(within).map((card) => `${card.shown.id} ${card.shown.available}`)
          assert.deepEqual(shown, right, `${query} (${told})`)
          assert.equal(body.data.pagination.total, right.length, query)
        }
      }
    }
  }

  /** One random change, as a statement. */
  async function change(): Promise<RawBuilder<unknown>> {
    const [all, known] = [await products(), await groups()]
    const [one, group] = [all.length > 0 ? pick(all) : undefined, known.length > 0 ? pick(known) : undefined]
    const of = sql`merchant_id = ${shop.id} and id = ${one?.id ?? newId()}`
    const size = unique('Size')
    const [into, status] = [group === undefined ? null : pick([group.id, null]), pick(statuses)]
    const made = newId()
    const withheld = sql`(
      select nullif(status, 'active') from product_groups where merchant_id = ${shop.id} and id = ${into}::uuid)`
    const price = randomInt(100, 110)
    return pick([
      () => sql`
        with made as (
          insert into products (merchant_id, id, sku, name, price_minor, price_common, currency, status, category,
                                brand, group_id, withheld, options, options_key, position, in_stock, created_at,
                                updated_at)
          values (${shop.id}, ${made}, ${unique('SKU')}, ${unique(pick(['Zebra', 'apple', 'Éclair']))}, ${price},
                  ${price * 10}, ${shop.currency}, ${status}, ${pick(categories)}, ${pick(brands)}, ${into},
                  ${withheld},
                  ${into === null ? '{}' : JSON.stringify({ Size: size })}::jsonb, ${into === null ? null : size},
                  ${randomInt(3)}, false, now(), now()))
        insert into stock (merchant_id, product_id, on_hand, updated_at)
        values (${shop.id}, ${made}, ${randomInt(3)}, now())`,
      () => sql`
        insert into product_groups (merchant_id, id, name, varies_by, status, category, created_at, updated_at)
        values (${shop.id}, ${newId()}, ${unique('Group')}, '{Size}', 'active', ${pick(categories)}, now(), now())`,
      () => {
        const [type, id] = pick([
          ['product', one?.id],
          ['product_group', group?.id],
        ] as const)
        const options = { Size: { name: 'Größe', values: { [size]: unique('Groß') } } }
        const texts = pick([
          { name: unique('Schön') },
          { description: unique('Süß') },
          { name: unique('Été'), options },
        ])
        return sql`
          insert into translations (merchant_id, type, subject_id, locale, texts, updated_at)
          select ${shop.id}::uuid, ${type}, id, ${pick(['de', 'fr', 'fr-CH'])}, ${JSON.stringify(texts)}::jsonb, now()
            from translatable where merchant_id = ${shop.id} and type = ${type} and id = ${id ?? made}
          on conflict (merchant_id, type, subject_id, locale) do update set texts = excluded.texts`
      },
      () => sql`delete from translations where merchant_id = ${shop.id} and subject_id = ${group?.id ?? made}`,
      () => sql`update products set price_minor = ${price}, price_common = ${price * 10} where ${of}`,
      () => sql`update products set status = ${status} where ${of}`,
      () => sql`update products set category = ${pick(categories)}, brand = ${pick(brands)} where ${of}`,
      () => sql`update products set name = ${unique('Renamed')}, tags = ${pick([['sale'], []])} where ${of}`,
      () =>
        sql`
          update stock set on_hand = ${randomInt(3)}
           where merchant_id = ${shop.id} and product_id = ${one?.id ?? made}`,
      () => sql`
        update products set group_id = ${into}, withheld = ${withheld}, options_key = ${into === null ? null : size},
                            options = ${into === null ? '{}' : JSON.stringify({ Size: size })}::jsonb where ${of}`,
      () => sql`
        with of_group as (
          update products set withheld = ${status === 'active' ? null : status}
           where merchant_id = ${shop.id} and group_id = ${group?.id ?? made})
        update product_groups set status = ${status}, name = ${unique('Group')}
         where merchant_id = ${shop.id} and id = ${group?.id ?? made}`,
      () => sql`
        with gone as (delete from stock where merchant_id = ${shop.id} and product_id = ${one?.id ?? made})
        delete from products where ${of}`,
    ])()
  }

  it(`are those of the products after each of ${rounds} transactions of up to 4 changes`, async () => {
    for (let round = 0; round < rounds; round++) {
      const told: string[] = []
      await inTransaction(service.deps.db, async (transaction) => {
        for (let step = randomInt(1, 5); step > 0; step--) {
          const statement = await change()
          told.push(statement.compile(transaction).sql.trim().slice(0, 60))
          await statement.execute(transaction)
        }
      })
      await assertListed(`round ${round}: ${told.join('; ')}`)
    }
  })
})
