import type { Background } from './jobs/index.ts'
import { cartsBackground } from './modules/carts/index.ts'
import { catalogBackground } from './modules/catalog/index.ts'
import { dashboardBackground } from './modules/dashboard/index.ts'
import { identityBackground } from './modules/identity/index.ts'
import { ordersBackground } from './modules/orders/index.ts'
import { searchBackground } from './modules/search/index.ts'
import { webhooksBackground } from './modules/webhooks/index.ts'

/** Everything that happens outside a request, module by module: one visible list, as the routes have theirs in app.ts. */
export const background: readonly Background[] = [
  cartsBackground,
  catalogBackground,
  dashboardBackground,
  identityBackground,
  webhooksBackground,
  ordersBackground,
  searchBackground,
]
