import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Bench } from '../context.ts'
import type { LoadRequest } from '../load.ts'
import { startServer } from '../processes.ts'
import { pick } from '../rows/requests.ts'
import { ensurePeerDatabase } from './databases.ts'
import { type Installation, install, megabytes, runNode } from './install.ts'
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
import { configFile, loadFile, serverFile } from './vendure-files.ts'

const version = '3.7.3'

const environment = (databaseUrl: string) => ({
  DATABASE_URL: databaseUrl,
  NODE_ENV: 'production',
  VENDURE_DISABLE_TELEMETRY: 'true',
})

export async function openVendure(bench: Bench, folder: string, catalog: CatalogProduct[]): Promise<System> {
  const installation: Installation = {
    folder,
    packages: { '@vendure/core': version, pg: '8.23.1' },
    // The one that it asks for is not to be had from every registry.
    overrides: { '@graphql-tools/delegate': '12.2.1' },
    files: { 'config.js': configFile, 'server.js': serverFile, 'load.js': loadFile },
  }
  await install(installation)
  const { packages, overrides } = installation
  const database = await ensurePeerDatabase(
    bench,
    'peer_vendure',
    [packages, overrides, loadFile, catalog],
    async (url) => {
      await writeFile(join(folder, 'catalog.json'), JSON.stringify(catalog))
      await runNode(folder, 'load', ['load.js'], { ...environment(url), PEER_CREATE_TABLES: 'true' })
    },
  )
  return {
    name: 'Vendure',
    version,
    modulesMb: () => megabytes(join(folder, 'node_modules'), { nested: true }),
    meter: database.meter,
    start: () =>
      startServer({
        file: join(folder, 'server.js'),
        folder,
        environment: environment(database.url),
        readyPath: `/shop-api?query=${encodeURIComponent('{ activeChannel { id } }')}`,
      }),
    async work(url) {
      const variants = await database.query(
        `select variant.id::text, price.price from product_variant variant
           join product on product.id = variant."productId"
           join product_variant_price price on price."variantId" = variant.id
           join stock_level on stock_level."productVariantId" = variant.id
         where product.enabled and stock_level."stockOnHand" > 0`,
      )
      const [{ id: shippingMethod }] = await database.query('select id::text from shipping_method')
      const shoppers = await signIn(url)
      return workOf(catalog, shoppers, { variants, owner: await signInOwner(url), shippingMethod })
    },
    close: () => database.end(),
  }
}

const listQuery = `query ($skip: Int) { products(options: { take: ${pageSize}, skip: $skip }) {
  totalItems items { id name slug description variants { id sku priceWithTax currencyCode stockLevel } } } }`

const searchQuery = `query ($term: String) { search(input: { term: $term, groupByProduct: true, take: ${pageSize} }) {
  totalItems items { productId productName slug description sku currencyCode inStock
    priceWithTax { ... on SinglePrice { value } ... on PriceRange { min max } } } } }`

const profileQuery = '{ activeCustomer { id title firstName lastName emailAddress phoneNumber } }'

const priceMutation = `mutation ($input: [UpdateProductVariantInput!]!) {
  updateProductVariants(input: $input) { id price } }`

interface Shop {
  variants: { id: string; price: number }[]
  owner: Record<string, string>
  shippingMethod: string
}

function workOf(
  catalog: CatalogProduct[],
  shoppers: Record<string, string>[],
  { variants, owner, shippingMethod }: Shop,
): Work {
  const forSale = catalog.filter((product) => product.forSale).length
  const ask = (query: string, variables: object, n: number): LoadRequest => ({
    method: 'POST',
    path: '/shop-api',
    headers: { 'content-type': 'application/json', ...pick(shoppers, n) },
    body: JSON.stringify({ query, variables }),
  })
  return {
    list: offsets(forSale).map((skip, n) => ask(listQuery, { skip }, n)),
    search: words(catalog).map((term, n) => ask(searchQuery, { term }, n)),
    profile: shoppers.map((_, n) => ask(profileQuery, {}, n)),
    purchase: { shoppers, products: variants.map(({ id }) => id), steps: purchaseSteps(shippingMethod) },
    writes: priceChanges(
      variants,
      ({ id }, price) => ({
        method: 'POST',
        path: '/admin-api',
        headers: { 'content-type': 'application/json', ...owner },
        body: JSON.stringify({ query: priceMutation, variables: { input: [{ id, price }] } }),
      }),
      '"updateProductVariants":[{',
    ),
  }
}

const address = '{ fullName: "Ada", streetLine1: "1 High Street", city: "London", postalCode: "N1", countryCode: "GB" }'

/** As its manual has a storefront do it, and asking back no more than whether it worked. */
function purchaseSteps(shippingMethod: string): PurchaseStep[] {
  const step = (mutation: string, selection = '... on Order { id }', taken = 'id'): PurchaseStep => ({
    path: '/shop-api',
    body: { query: `mutation { done: ${mutation} { ${selection} } }` },
    expect: 200,
    take: { [taken]: `data.done.${taken}` },
  })
  return [
    step('addItemToOrder(productVariantId: "<product>", quantity: 1)'),
    step(`setOrderShippingAddress(input: ${address})`),
    step(`setOrderShippingMethod(shippingMethodId: ["${shippingMethod}"])`),
    step('transitionOrderToState(state: "ArrangingPayment")'),
    step(
      'addPaymentToOrder(input: { method: "card", metadata: {} })',
      '... on Order { orderPlacedAt }',
      'orderPlacedAt',
    ),
  ]
}

async function signInOwner(url: string): Promise<Record<string, string>> {
  const query = 'mutation { login(username: "owner", password: "known to everybody") { __typename } }'
  const { headers, body } = await postJson(`${url}/admin-api`, { query })
  const token = headers.get('vendure-auth-token')
  if (token === null) throw new Error(`Vendure did not sign in its owner: ${JSON.stringify(body)}`)
  return { authorization: `Bearer ${token}` }
}

/** Customers with a session each, and no order begun. */
async function signIn(url: string): Promise<Record<string, string>[]> {
  const ask = async (query: string, headers: Record<string, string> = {}) =>
    postJson(`${url}/shop-api`, { query }, headers)
  const shoppers: Record<string, string>[] = []
  for (let n = 0; n < 16; n++) {
    const email = `shopper${n}@example.com`
    const person = `emailAddress: "${email}", firstName: "Shopper", lastName: "${n}", password: "correct horse"`
    await ask(`mutation { registerCustomerAccount(input: { ${person} }) { __typename } }`)
    const { headers, body } = await ask(
      `mutation { login(username: "${email}", password: "correct horse") { __typename } }`,
    )
    const token = headers.get('vendure-auth-token')
    if (token === null) throw new Error(`Vendure did not sign in ${email}: ${JSON.stringify(body)}`)
    const shopper = { authorization: `Bearer ${token}` }
    // What a run that was broken off left.
    await ask('mutation { transitionOrderToState(state: "AddingItems") { __typename } }', shopper)
    await ask('mutation { removeAllOrderLines { __typename } }', shopper)
    shoppers.push(shopper)
  }
  return shoppers
}
