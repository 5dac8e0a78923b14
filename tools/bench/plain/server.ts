import { fastify } from 'fastify'
import pg from 'pg'

/**
 * The yardstick of a live shop: a handler that a good engineer writes by hand in an afternoon. One statement over one
 * table with the right index, its rows sent as they come; a purchase is one transaction of five statements. Statements
 * are named, so that PostgreSQL prepares them. No rights, no limits, no totals, no corrections, no ranking.
 */
const pool = new pg.Pool({ connectionString: String(process.env['DATABASE_URL']), max: 10 })
const app = fastify({ logger: false })

const columns = `id, merchant_id, sku, name, description, category, price, currency, status, image_url, available,
  version, created_at, updated_at`

const page = `select ${columns} from plain.products order by created_at desc limit 20 offset $1`
const pageBehind = `select ${columns} from plain.products where created_at < $1 order by created_at desc limit 20`
const found = `select ${columns} from plain.products where document @@ to_tsquery('english', $1) limit 20`
const newPrice = `
  update plain.products set price = $2, version = version + 1, updated_at = now() where id = $1 returning ${columns}`

const insertOrder = `
  insert into plain.orders (user_id, total)
  select $1, sum(price * quantity)
    from unnest($2::uuid[], $3::int[]) as line (id, quantity) join plain.products using (id)
  returning id, total`
const insertLines = `
  insert into plain.order_lines (order_id, product_id, name, quantity, price)
  select $1, id, name, quantity, price
    from unnest($2::uuid[], $3::int[]) as line (id, quantity) join plain.products using (id)`
const takeStock = `
  update plain.products set available = available - quantity
    from unnest($1::uuid[], $2::int[]) as line (id, quantity)
   where products.id = line.id and available >= quantity`
const insertPayment = 'insert into plain.payments (order_id, method, amount) values ($1, $2, $3) returning id'
const markPaid = `update plain.orders set status = 'paid' where id = $1`

app.get('/ready', async () => (await pool.query('select 1')).rows)

app.get<{ Querystring: { offset?: string; before?: string } }>('/products', async ({ query }) => {
  const { offset = '0', before } = query
  const { rows } =
    before === undefined
      ? await pool.query({ name: 'page', text: page, values: [Number(offset)] })
      : await pool.query({ name: 'behind', text: pageBehind, values: [before] })
  return { items: rows }
})

app.get<{ Querystring: { q: string } }>('/search', async ({ query }) => {
  const { rows } = await pool.query({ name: 'found', text: found, values: [query.q.split(' ').join(' & ')] })
  return { items: rows }
})

app.patch<{ Params: { id: string }; Body: { price: number } }>('/products/:id', async ({ params, body }) => {
  const { rows } = await pool.query({ name: 'price', text: newPrice, values: [params.id, body.price] })
  return rows[0]
})

interface Wanted {
  user: string
  items: { product_id: string; quantity: number }[]
}

app.post<{ Body: Wanted }>('/orders', async ({ body }, reply) => {
  const order = await inTransaction((client) => placeOrder(client, body))
  return reply.code(order === undefined ? 409 : 201).send(order)
})

app.post<{ Body: Wanted }>('/purchases', async ({ body }, reply) => {
  const order = await inTransaction(async (client) => {
    const placed = await placeOrder(client, body)
    if (placed === undefined) return undefined
    const { id, total } = placed
    await client.query({ name: 'payment', text: insertPayment, values: [id, 'test_success', total] })
    await client.query({ name: 'paid', text: markPaid, values: [id] })
    return { id, total, status: 'paid' }
  })
  return reply.code(order === undefined ? 409 : 201).send(order)
})

async function placeOrder(client: pg.PoolClient, { user, items }: Wanted) {
  const lines = [...items].sort((a, b) => (a.product_id < b.product_id ? -1 : 1))
  const ids = lines.map(({ product_id }) => product_id)
  const quantities = lines.map(({ quantity }) => quantity)
  const { rows } = await client.query({ name: 'order', text: insertOrder, values: [user, ids, quantities] })
  const [order] = rows as { id: string; total: string }[]
  if (order === undefined) return undefined
  await client.query({ name: 'lines', text: insertLines, values: [order.id, ids, quantities] })
  const taken = await client.query({ name: 'stock', text: takeStock, values: [ids, quantities] })
  return taken.rowCount === ids.length ? order : undefined
}

/** Rolls back if `work` returns undefined. */
async function inTransaction<T>(work: (client: pg.PoolClient) => Promise<T | undefined>): Promise<T | undefined> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const done = await work(client)
    await client.query(done === undefined ? 'rollback' : 'commit')
    return done
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

await app.listen({ host: '127.0.0.1', port: Number(process.env['PORT']) })
process.on('SIGTERM', () => process.exit(0))
