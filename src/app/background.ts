import { cartsBackground } from '#src/modules/carts/index.ts'
import { catalogBackground } from '#src/modules/catalog/index.ts'
import { dashboardBackground } from '#src/modules/dashboard/index.ts'
import { identityBackground } from '#src/modules/identity/index.ts'
import { ordersBackground } from '#src/modules/orders/index.ts'
import { searchBackground } from '#src/modules/search/index.ts'
import { webhooksBackground } from '#src/modules/webhooks/index.ts'
import type { Background } from '#src/platform/jobs/runner.ts'
import type { Dependencies } from './dependencies.ts'

/** Everything that happens outside a request, module by module: one visible list, as the routes have theirs in app.ts. */
export const background: readonly Background<Dependencies>[] = [
  cartsBackground,
  catalogBackground,
  dashboardBackground,
  identityBackground,
  webhooksBackground,
  ordersBackground,
  searchBackground,
]
