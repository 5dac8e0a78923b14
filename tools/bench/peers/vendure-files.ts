/** Our configuration for Vendure, as its manual has it: everything it needs to sell, in one process, on PostgreSQL. */
export const configFile = `
const { DefaultJobQueuePlugin, DefaultSearchPlugin, dummyPaymentHandler } = require('@vendure/core')

const database = new URL(process.env.DATABASE_URL)
exports.config = {
  apiOptions: {
    hostname: '127.0.0.1',
    port: Number(process.env.PORT || 3000),
    shopApiPath: 'shop-api',
    adminApiPath: 'admin-api',
  },
  authOptions: {
    tokenMethod: 'bearer',
    requireVerification: false,
    superadminCredentials: { identifier: 'owner', password: 'known to everybody' },
  },
  dbConnectionOptions: {
    type: 'postgres',
    host: database.searchParams.get('host'),
    username: database.username,
    password: decodeURIComponent(database.password),
    database: database.pathname.slice(1),
    synchronize: process.env.PEER_CREATE_TABLES === 'true',
    poolSize: 10,
    logging: false,
  },
  paymentOptions: { paymentMethodHandlers: [dummyPaymentHandler] },
  // Buffered: or else each sale makes work for the index, which goes on in the turns of the others.
  plugins: [DefaultJobQueuePlugin.init({}), DefaultSearchPlugin.init({ indexStockStatus: true, bufferUpdates: true })],
}
`

/** Server and background jobs in one process. */
export const serverFile = `
const { bootstrap, JobQueueService } = require('@vendure/core')
const { config } = require('./config.js')

bootstrap(config).then((app) => app.get(JobQueueService).start())
process.on('SIGTERM', () => process.exit(0))
`

/** Makes the tables and brings in the catalog by Vendure's own importer, then its search index. */
export const loadFile = `
const { readFileSync } = require('node:fs')
const core = require('@vendure/core')
const { populateInitialData } = require('@vendure/core/cli')
const { config } = require('./config.js')

const products = JSON.parse(readFileSync('catalog.json', 'utf8'))

async function load() {
  const worker = await core.bootstrapWorker(config)
  const { app } = worker
  await populateInitialData(app, {
    defaultLanguage: 'en',
    defaultZone: 'Home',
    countries: [{ code: 'GB', name: 'United Kingdom', zone: 'Home' }],
    taxRates: [{ name: 'Standard', percentage: 0 }],
    shippingMethods: [{ name: 'Post', price: 300 }],
    paymentMethods: [
      {
        name: 'Card',
        handler: { code: 'dummy-payment-handler', arguments: [{ name: 'automaticSettle', value: 'true' }] },
      },
    ],
    collections: [],
  })
  const ctx = await app.get(core.RequestContextService).create({ apiType: 'admin', languageCode: 'en' })
  const { items: [taxCategory] } = await app.get(core.TaxCategoryService).findAll(ctx)
  const importer = app.get(core.FastImporterService)
  await importer.initialize()
  const facet = await app.get(core.FacetService).create(ctx, {
    code: 'category', isPrivate: false, translations: [{ languageCode: 'en', name: 'category' }],
  })
  const categories = new Map()
  for (const { category } of products) {
    if (categories.has(category)) continue
    const value = await app.get(core.FacetValueService).create(ctx, facet, {
      code: 'category-' + categories.size, translations: [{ languageCode: 'en', name: category }],
    })
    categories.set(category, value.id)
  }
  const waiting = [...products]
  async function importSome() {
    for (let each = waiting.shift(); each; each = waiting.shift()) {
      const facetValueIds = [categories.get(each.category)]
      const productId = await importer.createProduct({
        enabled: each.forSale,
        facetValueIds,
        translations: [
          { languageCode: 'en', name: each.name, slug: each.name + ' ' + each.sku, description: each.description },
        ],
      })
      await importer.createProductVariant({
        productId,
        sku: each.sku,
        price: each.price,
        taxCategoryId: taxCategory.id,
        trackInventory: 'TRUE',
        stockOnHand: each.inStock ? 10_000 : 0,
        facetValueIds,
        translations: [{ languageCode: 'en', name: each.name }],
      })
    }
  }
  await Promise.all(Array.from({ length: 4 }, importSome))
  await worker.startJobQueue()
  const job = await app.get(core.SearchService).reindex(ctx)
  await new Promise((complete, error) => job.updates({ timeoutMs: 1_200_000 }).subscribe({ complete, error }))
  await app.close()
}

load().then(() => process.exit(0), (error) => {
  console.error(error)
  process.exit(1)
})
`
