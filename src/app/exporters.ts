import { exportActions } from '#src/modules/audit/index.ts'
import { exportCarts } from '#src/modules/carts/index.ts'
import { type Exporter, exportAddresses, exportFormerEmails, exportSessions } from '#src/modules/identity/index.ts'
import { exportShops } from '#src/modules/merchants/index.ts'
import { exportOrders, exportPayments } from '#src/modules/orders/index.ts'
import { exportInvoices } from '#src/modules/papers/index.ts'
import { exportReturns } from '#src/modules/returns/index.ts'
import { exportStoreCredit } from '#src/modules/stored-value/index.ts'

/** All stored data of a user except the profile; a module that stores such data adds its part here. */
export const exporters: readonly Exporter[] = [
  exportFormerEmails,
  exportAddresses,
  exportSessions,
  exportShops,
  exportOrders,
  exportPayments,
  exportInvoices,
  exportReturns,
  exportCarts,
  exportActions,
  exportStoreCredit,
]
