import { exportActions } from '#src/modules/audit/index.ts'
import { exportCarts } from '#src/modules/carts/index.ts'
import { type Exporter, exportAddresses, exportFormerEmails, exportSessions } from '#src/modules/identity/index.ts'
import { exportShops } from '#src/modules/merchants/index.ts'
import { exportOrders, exportPayments } from '#src/modules/orders/index.ts'

/** Everything kept of a user but the profile; a module that keeps such data adds its part here. */
export const exporters: readonly Exporter[] = [
  exportFormerEmails,
  exportAddresses,
  exportSessions,
  exportShops,
  exportOrders,
  exportPayments,
  exportCarts,
  exportActions,
]
