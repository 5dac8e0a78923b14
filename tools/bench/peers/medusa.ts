import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Bench } from '../context.ts'
import { startServer } from '../processes.ts'
import { pick } from '../rows/requests.ts'
import { ensurePeerDatabase } from './databases.ts'
import { install, megabytes, runNode } from './install.ts'
import { configFile, loadFile } from './medusa-files.ts'
import type { PurchaseStep } from './purchase.ts'
import {
  type CatalogProduct,
  offsets,
  pageSize,
  postJson,
  priceChanges,
  type System,
  type Work,
  words,
} from './system.ts'

const version = '2.21.2'
const command = 'node_modules/@medusajs/cli/cli.js'

const owner = { email: 'owner@example.com', password: 'known to everybody' }

const environment = (databaseUrl: string) => ({
  DATABASE_URL: withSocketAsHost(databaseUrl),
  NODE_ENV: 'production',
  MEDUSA_DISABLE_TELEMETRY: 'true',
})

/** Its migrations know the folder of the socket only in the place of the host. */
function withSocketAsHost(address: string): string {
  const { username, password, searchParams, pathname } = new URL(address)
  return `postgres://${username}:${password}@${encodeURIComponent(searchParams.get('host') ?? '')}${pathname}`
}

export async function openMedusa(bench: Bench, folder: string, catalog: CatalogProduct[]): Promise<System> {
  const packages = { '@medusajs/medusa': version, '@medusajs/framework': version, '@medusajs/cli': version }
  await install({ folder, packages, files: { 'medusa-config.js': configFile, 'load.js': loadFile } })
  const database = await ensurePeerDatabase(bench, 'peer_medusa', [packages, loadFile, catalog, owner], async (url) => {
    await writeFile(join(folder, 'catalog.json'), JSON.stringify(catalog))
    await runNode(folder, 'migrate', [command, 'db:migrate'], environment(url))
    await runNode(folder, 'user', [command, 'user', '-e', owner.email, '-p', owner.password], environment(url))
    await runNode(folder, 'load', [command, 'exec', './load.js'], environment(url))
  })
  return {
    name: 'Medusa',
    version,
    modulesMb: () => megabytes(join(folder, 'node_modules'), { nested: true }),
    meter: database.meter,
    start: () =>
      startServer({
        file: join(folder, command),
        args: ['start'],
        folder,
        environment: environment(database.url),
        readyPath: '/health',
      }),
    async work(url) {
      const [shop] = await database.query(
        `select (select token from api_key where title = 'Shop') as key, (select id from region) as region,
                (select id from shipping_option) as shipping`,
      )
      const variants = await database.query(
        `select variant.id, product.id as product, price.id as "priceId", (price.amount * 100)::int as price
           from product_variant variant join product on product.id = variant.product_id
           join product_variant_price_set priced on priced.variant_id = variant.id
           join price on price.price_set_id = priced.price_set_id
           join inventory_item item on item.sku = variant.sku
           join inventory_level level on level.inventory_item_id = item.id
          where product.status = 'published' and level.stocked_quantity > 0`,
      )
      const { token } = (await postJson(`${url}/auth/user/emailpass`, owner)).body as { token: string }
      return workOf(catalog, await signIn(url, shop.key), { variants, ownerToken: token, ...shop })
    },
    close: () => database.end(),
  }
}

/** What a page of a shop shows: name, text, price, and whether it is in stock. */
const fields =
  'id,title,handle,description,variants.id,variants.sku,*variants.calculated_price,+variants.inventory_quantity'

interface Shop {
  variants: { id: string; product: string; priceId: string; price: number }[]
  ownerToken: string
  region: string
  shipping: string
}

function workOf(catalog: CatalogProduct[], shoppers: Record<string, string>[], shop: Shop): Work {
  const { variants, ownerToken, region, shipping } = shop
  const forSale = catalog.filter((product) => product.forSale).length
  const get = (paths: string[]) => paths.map((path, n) => ({ path, headers: pick(shoppers, n) }))
  const products = `/store/products?limit=${pageSize}&region_id=${region}&fields=${encodeURIComponent(fields)}`
  return {
    list: get(offsets(forSale).map((offset) => `${products}&offset=${offset}`)),
    search: get(words(catalog).map((word) => `${products}&q=${word}`)),
    profile: get(shoppers.map(() => '/store/customers/me')),
    purchase: { shoppers, products: variants.map(({ id }) => id), steps: purchaseSteps(region, shipping) },
    writes: priceChanges(variants, ({ id, product, priceId }, price) => ({
      method: 'POST',
      path: `/admin/products/${product}/variants/${id}?fields=id`,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${ownerToken}` },
      body: JSON.stringify({ prices: [{ id: priceId, currency_code: 'gbp', amount: price / 100 }] }),
    })),
  }
}

const address = {
  first_name: 'Ada',
  last_name: 'Shopper',
  address_1: '1 High Street',
  city: 'London',
  postal_code: 'N1',
  country_code: 'gb',
}

/** As its manual has a storefront do it. */
function purchaseSteps(region: string, shipping: string): PurchaseStep[] {
  const cart = '/store/carts/<cart>'
  return [
    {
      path: '/store/carts',
      body: { region_id: region, email: 'ada@example.com', shipping_address: address },
      expect: 200,
      take: { cart: 'cart.id' },
    },
    { path: `${cart}/line-items`, body: { variant_id: '<product>', quantity: 1 }, expect: 200 },
    { path: `${cart}/shipping-methods`, body: { option_id: shipping }, expect: 200 },
    {
      path: '/store/payment-collections',
      body: { cart_id: '<cart>' },
      expect: 200,
      take: { payment: 'payment_collection.id' },
    },
    {
      path: '/store/payment-collections/<payment>/payment-sessions',
      body: { provider_id: 'pp_system_default' },
      expect: 200,
    },
    { path: `${cart}/complete`, body: {}, expect: 200, take: { order: 'order.id' } },
  ]
}

/** Customers with a session each. */
async function signIn(url: string, key: string): Promise<Record<string, string>[]> {
  const shoppers: Record<string, string>[] = []
  for (let n = 0; n < 16; n++) {
    const email = `shopper${n}@example.com`
    const publishable = { 'x-publishable-api-key': key }
    const ask = async (path: string, body: object, token?: string) => {
      const headers = { ...publishable, ...(token !== undefined && { authorization: `Bearer ${token}` }) }
      return (await postJson(url + path, body, headers)).body as { token: string }
    }
    const login = { email, password: 'correct horse' }
    const session = () => ask('/auth/customer/emailpass', login)
    const { token } = await session().catch(async () => {
      const registered = await ask('/auth/customer/emailpass/register', login)
      await ask('/store/customers', { email, first_name: 'Shopper', last_name: String(n) }, registered.token)
      return session()
    })
    shoppers.push({ ...publishable, authorization: `Bearer ${token}` })
  }
  return shoppers
}
