import type { Owner } from './databases.ts'
import type { DB } from './schema.gen.ts'

/** In which database a table is, by whose data it holds. */
export const tableOwners: Record<keyof DB | 'schema_migrations', Owner> = {
  // Who a person is, and what they may do at which merchant.
  users: 'identity',
  sessions: 'identity',
  refresh_tokens: 'identity',
  mail_tokens: 'identity',
  attempt_counts: 'identity',
  request_counts: 'identity',
  two_factors: 'identity',
  recovery_codes: 'identity',
  sign_in_challenges: 'identity',
  addresses: 'identity',
  pending_emails: 'identity',
  former_emails: 'identity',
  merchants: 'identity',
  staff: 'identity',
  invitations: 'identity',
  api_keys: 'identity',
  // The test provider stands for a bank outside of ours: one for all shops.
  test_provider_charges: 'identity',
  test_provider_refunds: 'identity',

  merchant_settings: 'shops',
  shipping_methods: 'shops',
  tax_rates: 'shops',
  vat_checks: 'shops',
  customers: 'shops',
  customer_sales: 'shops',
  products: 'shops',
  product_documents: 'shops',
  product_imports: 'shops',
  product_sales: 'shops',
  stock: 'shops',
  stock_movements: 'shops',
  low_stock: 'shops',
  carts: 'shops',
  cart_items: 'shops',
  orders: 'shops',
  order_items: 'shops',
  fulfillments: 'shops',
  refunds: 'shops',
  postponed_expiries: 'shops',
  payments: 'shops',
  payment_look_ups: 'shops',
  figure_changes: 'shops',
  figure_hours: 'shops',
  figure_days: 'shops',
  figure_totals: 'shops',
  sales_changes: 'shops',
  sales_hours: 'shops',
  sales_days: 'shops',
  webhook_subscriptions: 'shops',
  failing_receivers: 'shops',
  events: 'shops',
  event_erasures: 'shops',
  event_log_heads: 'shops',
  event_numbering: 'shops',
  deliveries: 'shops',
  delivery_attempts: 'shops',
  delivery_queue: 'shops',
  audit_entries: 'shops',

  search_words: 'marketplace',
  search_word_changes: 'marketplace',

  // Work and keys commit with what they are for.
  jobs: 'each',
  idempotency_keys: 'each',
  sweep_leases: 'each',
  recent_writes: 'each',
  schema_migrations: 'each',
}

/** What the marketplace reads of the shops, until they feed it: products, their stock, and the names of merchants. */
export const readByMarketplace: readonly (keyof DB)[] = ['products', 'product_documents', 'stock', 'merchants']
