import { size } from './large-shop-people.ts'

const why = 'a report reads each order, line and payment of its days once for each kind of row, along an index'
const rows = 3 * size.orders

const tables: Record<string, readonly string[]> = {
  sales: ['orders', 'order_items', 'payments', 'users', 'customers', 'refunds'],
  payments: ['payments', 'orders', 'users', 'customers', 'refunds', 'refund_parts'],
  taxes: ['orders', 'order_items', 'payments', 'users', 'customers', 'refunds'],
  products: ['orders', 'order_items', 'payments', 'users', 'customers', 'refunds'],
  discounts: ['orders', 'payments', 'users', 'customers'],
  refunds: ['orders', 'order_items', 'payments', 'users', 'customers', 'refunds'],
  margin: ['orders', 'order_items', 'payments', 'users', 'customers', 'refunds'],
  datev: ['orders', 'order_items', 'payments', 'refunds', 'refund_parts', 'invoices'],
  'gift-cards': ['stored_value_entries', 'stored_value_accounts'],
}

/** What reports may read and sort. None may read a table from end to end. */
export const reportAllowances = Object.fromEntries(
  Object.entries(tables).flatMap(([name, read]) =>
    [...read.map((table) => `reads ${table}`), 'sorts'].map((step) => [
      `GET /admin/reports/${name} ${step}`,
      [{ why, rows }],
    ]),
  ),
)
