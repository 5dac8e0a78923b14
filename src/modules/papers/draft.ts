import type { OrderRow } from '#src/modules/orders/index.ts'
import type { PaymentRow } from '#src/modules/payments/index.ts'
import type { Source } from './from-order.ts'
import type { FrozenInvoice } from './invoice.ts'
import type { Account, InvoiceRow, Kind } from './queries.ts'

/** An order with its papers. */
export interface Invoiced {
  order: OrderRow
  account: Account | null
  payments: PaymentRow[]
  papers: InvoiceRow[]
}

/** A paper that is to be issued. */
export interface Draft {
  id: string
  kind: Kind
  cause: InvoiceRow['cause']
  refundId: string | null
  fulfillmentId: string | null
  corrects: string | null
  causedAt: Date
  make(source: Source): FrozenInvoice
}
