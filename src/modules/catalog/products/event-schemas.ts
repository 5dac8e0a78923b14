import type { EventOfModule } from '#src/platform/module.ts'
import { sampleProduct } from './sample.ts'
import { EventProduct } from './schemas.ts'

const data = { product: EventProduct }

export const productEvents = {
  'product.created': {
    summary: 'A product was created',
    data,
    sample: (shop) => ({ product: sampleProduct(shop) }),
  },
  'product.updated': {
    summary: 'A product changed',
    data,
    sample: (shop) => ({ product: { ...sampleProduct(shop), price: 14, version: 2 } }),
  },
  'product.deleted': {
    summary: 'A product was deleted or archived',
    data,
    sample: (shop) => ({ product: { ...sampleProduct(shop), status: 'archived', version: 2 } }),
  },
} satisfies Record<string, EventOfModule>
