/**
 * Our configuration for Medusa: its defaults without the admin's pages. Without Redis it keeps events and cache in
 * memory.
 */
export const configFile = `
const { defineConfig } = require('@medusajs/framework/utils')

module.exports = defineConfig({
  projectConfig: {
    databaseUrl: process.env.DATABASE_URL,
    databaseDriverOptions: { ssl: false, pool: { min: 2, max: 10 } },
    http: {
      storeCors: 'http://localhost:8000',
      adminCors: 'http://localhost:9000',
      authCors: 'http://localhost:8000',
      jwtSecret: 'known to everybody',
      cookieSecret: 'known to everybody',
    },
  },
  admin: { disable: true },
})
`

/** Brings in a shop with one sales channel, and the catalog, by Medusa's own workflows. */
export const loadFile = `
const { readFileSync } = require('node:fs')
const { ContainerRegistrationKeys, Modules } = require('@medusajs/framework/utils')
const flows = require('@medusajs/medusa/core-flows')

const products = JSON.parse(readFileSync('catalog.json', 'utf8'))
const batch = 100

async function load({ container }) {
  const link = container.resolve(ContainerRegistrationKeys.LINK)
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const fulfillment = container.resolve(Modules.FULFILLMENT)
  const run = async (workflow, input) => (await workflow(container).run({ input })).result

  const [store] = await container.resolve(Modules.STORE).listStores()
  const channels = await container.resolve(Modules.SALES_CHANNEL).listSalesChannels()
  const [channel] = channels.length > 0
    ? channels
    : await run(flows.createSalesChannelsWorkflow, { salesChannelsData: [{ name: 'Shop' }] })
  await run(flows.updateStoresWorkflow, {
    selector: { id: store.id },
    update: {
      supported_currencies: [{ currency_code: 'gbp', is_default: true }],
      default_sales_channel_id: channel.id,
    },
  })
  await run(flows.createRegionsWorkflow, {
    regions: [{ name: 'Home', currency_code: 'gbp', countries: ['gb'], payment_providers: ['pp_system_default'] }],
  })
  await run(flows.createTaxRegionsWorkflow, [{ country_code: 'gb', provider_id: 'tp_system' }])

  const [location] = await run(flows.createStockLocationsWorkflow, {
    locations: [{ name: 'Store room', address: { address_1: '1 High Street', city: 'London', country_code: 'gb' } }],
  })
  const stockLocation = { [Modules.STOCK_LOCATION]: { stock_location_id: location.id } }
  await link.create({ ...stockLocation, [Modules.FULFILLMENT]: { fulfillment_provider_id: 'manual_manual' } })
  await run(flows.linkSalesChannelsToStockLocationWorkflow, { id: location.id, add: [channel.id] })
  const profiles = await fulfillment.listShippingProfiles({ type: 'default' })
  const [profile] = profiles.length > 0
    ? profiles
    : await run(flows.createShippingProfilesWorkflow, { data: [{ name: 'Default', type: 'default' }] })
  const set = await fulfillment.createFulfillmentSets({
    name: 'Home', type: 'shipping',
    service_zones: [{ name: 'Home', geo_zones: [{ country_code: 'gb', type: 'country' }] }],
  })
  await link.create({ ...stockLocation, [Modules.FULFILLMENT]: { fulfillment_set_id: set.id } })
  await run(flows.createShippingOptionsWorkflow, [{
    name: 'Post', price_type: 'flat', provider_id: 'manual_manual',
    service_zone_id: set.service_zones[0].id, shipping_profile_id: profile.id,
    type: { label: 'Post', description: 'In three days', code: 'post' },
    prices: [{ currency_code: 'gbp', amount: 3 }],
    rules: [
      { attribute: 'enabled_in_store', value: 'true', operator: 'eq' },
      { attribute: 'is_return', value: 'false', operator: 'eq' },
    ],
  }])
  const [key] = await run(flows.createApiKeysWorkflow, {
    api_keys: [{ title: 'Shop', type: 'publishable', created_by: '' }],
  })
  await run(flows.linkSalesChannelsToApiKeyWorkflow, { id: key.id, add: [channel.id] })

  const names = [...new Set(products.map(({ category }) => category))]
  const categories = await run(flows.createProductCategoriesWorkflow, {
    product_categories: names.map((name) => ({ name, is_active: true })),
  })
  const categoryIds = new Map(categories.map(({ name, id }) => [name, id]))
  for (let n = 0; n < products.length; n += batch) {
    await run(flows.createProductsWorkflow, {
      products: products.slice(n, n + batch).map((each) => ({
        title: each.name,
        handle: each.sku.toLowerCase(),
        description: each.description,
        status: each.forSale ? 'published' : 'draft',
        category_ids: [categoryIds.get(each.category)],
        shipping_profile_id: profile.id,
        sales_channels: [{ id: channel.id }],
        options: [{ title: 'Kind', values: ['One'] }],
        variants: [{
          title: each.name, sku: each.sku, manage_inventory: true, options: { Kind: 'One' },
          prices: [{ currency_code: 'gbp', amount: each.price / 100 }],
        }],
      })),
    })
    console.log(n + batch)
  }
  const inStock = new Map(products.map(({ sku, inStock }) => [sku, inStock]))
  const { data: items } = await query.graph({ entity: 'inventory_item', fields: ['id', 'sku'] })
  for (let n = 0; n < items.length; n += batch) {
    await run(flows.createInventoryLevelsWorkflow, {
      inventory_levels: items.slice(n, n + batch).map(({ id, sku }) => ({
        inventory_item_id: id, location_id: location.id, stocked_quantity: inStock.get(sku) ? 10_000 : 0,
      })),
    })
  }
}

exports.default = load
`
