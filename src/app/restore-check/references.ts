import { type Check, checksOf } from '#src/platform/db/checks.ts'

/**
 * All references, with or without a foreign key. Foreign keys do not check rows of logical replication, and some were
 * dropped because they slowed inserts. `table: columns → table: columns`.
 */
export const references = [
  ...toMerchants([
    'api_keys',
    'carts',
    'customers',
    'events',
    'invitations',
    'merchant_settings',
    'orders',
    'product_imports',
    'promotions',
  ]),
  ...toMerchants(['products', 'roles', 'sessions', 'shipping_methods', 'sign_in_challenges', 'staff', 'tax_rates']),
  ...toMerchants(['bulk_jobs', 'collections', 'feeds', 'listing_languages', 'media', 'product_groups', 'slugs']),
  ...toMerchants(['price_contexts', 'price_lists']),
  ...toMerchants(['vat_checks', 'webhook_subscriptions']),
  ...toUsers(['addresses', 'carts', 'customers', 'former_emails', 'mail_tokens', 'orders', 'pending_emails']),
  ...toUsers(['sessions', 'staff']),
  ...toUsers(['two_factors']),
  reference('api_keys', 'made_with', 'api_keys', 'id'),
  reference('api_keys', 'merchant_id, user_id', 'staff'),
  reference('bank_statement_credits', 'merchant_id, credit_id', 'bank_credits', 'merchant_id, id'),
  reference('bank_statement_credits', 'merchant_id, statement_id', 'bank_statements', 'merchant_id, id'),
  reference('cart_items', 'merchant_id, user_id', 'carts'),
  reference('cart_items', 'merchant_id, product_id', 'products', 'merchant_id, id'),
  reference('collection_cards', 'merchant_id, collection_id', 'collections', 'merchant_id, id'),
  reference('customer_group_members', 'merchant_id, group_id', 'customer_groups', 'merchant_id, id'),
  reference('customer_group_members', 'merchant_id, user_id', 'customers'),
  reference('deliveries', 'event_id', 'events', 'id'),
  reference('deliveries', 'merchant_id, subscription_id', 'webhook_subscriptions', 'merchant_id, id'),
  reference('delivery_attempts', 'delivery_id', 'deliveries', 'id'),
  reference('fulfillments', 'merchant_id, order_id', 'orders', 'merchant_id, id'),
  reference('invitations', 'merchant_id, role_id', 'roles', 'merchant_id, id'),
  reference('invoice_files', 'merchant_id, invoice_id', 'invoices', 'merchant_id, id'),
  reference('invoice_sendings', 'merchant_id, invoice_id', 'invoices', 'merchant_id, id'),
  reference('invoices', 'merchant_id, order_id', 'orders', 'merchant_id, id'),
  reference('invoices', 'merchant_id, corrects', 'invoices', 'merchant_id, id'),
  reference('invoices', 'merchant_id, kind, follows', 'invoices', 'merchant_id, kind, number'),
  reference('order_items', 'merchant_id, order_id', 'orders', 'merchant_id, id'),
  reference('payment_look_ups', 'merchant_id, payment_id', 'payments', 'merchant_id, id'),
  reference('payment_parts', 'merchant_id, order_id', 'orders', 'merchant_id, id'),
  reference('payment_parts', 'merchant_id, payment_id', 'payments', 'merchant_id, id'),
  reference('payment_reminders', 'merchant_id, order_id', 'orders', 'merchant_id, id'),
  reference('payments', 'merchant_id, order_id', 'orders', 'merchant_id, id'),
  reference('products', 'merchant_id, group_id', 'product_groups', 'merchant_id, id'),
  reference('promotion_codes', 'merchant_id, promotion_id', 'promotions', 'merchant_id, id'),
  reference('promotion_code_batches', 'merchant_id, promotion_id', 'promotions', 'merchant_id, id'),
  reference('promotion_counters', 'merchant_id, promotion_id', 'promotions', 'merchant_id, id'),
  reference('promotion_uses', 'merchant_id, order_id', 'orders', 'merchant_id, id'),
  reference('prices', 'merchant_id, product_id', 'products', 'merchant_id, id'),
  reference('price_list_prices', 'merchant_id, list_id', 'price_lists', 'merchant_id, id'),
  reference('price_list_prices', 'merchant_id, product_id', 'products', 'merchant_id, id'),
  reference('recovery_codes', 'user_id', 'two_factors'),
  reference('refunds', 'merchant_id, order_id', 'orders', 'merchant_id, id'),
  reference('refund_parts', 'merchant_id, payment_id', 'payments', 'merchant_id, id'),
  reference('refund_parts', 'merchant_id, refund_id', 'refunds', 'merchant_id, id'),
  reference('order_edits', 'merchant_id, order_id', 'orders', 'merchant_id, id'),
  reference('returns', 'merchant_id, exchange_order_id', 'orders', 'merchant_id, id'),
  reference('unpaid_edits', 'merchant_id, order_id', 'orders', 'merchant_id, id'),
  reference('refresh_tokens', 'session_id', 'sessions', 'id'),
  reference('refresh_answers', 'session_id', 'sessions', 'id'),
  reference('sign_in_challenges', 'user_id', 'two_factors'),
  reference('slugs', 'merchant_id, group_id', 'product_groups', 'merchant_id, id'),
  reference('slugs', 'merchant_id, product_id', 'products', 'merchant_id, id'),
  reference('stored_value_accounts', 'merchant_id, order_id', 'orders', 'merchant_id, id'),
  reference('stored_value_entries', 'merchant_id, account_id', 'stored_value_accounts', 'merchant_id, id'),
  reference('stored_value_entries', 'merchant_id, payment_id', 'payments', 'merchant_id, id'),
  reference(
    'stored_value_entries',
    'merchant_id, account_id, previous_number, balance_before',
    'stored_value_entries',
    'merchant_id, account_id, number, balance_after',
  ),
  reference('staff', 'merchant_id, role_id', 'roles', 'merchant_id, id'),
  reference('stock', 'merchant_id, product_id', 'products', 'merchant_id, id'),
]

interface Reference {
  from: string
  columns: string
  to: string
  key: string
}

function reference(from: string, columns: string, to: string, key = columns): Reference {
  return { from, columns, to, key }
}

function toMerchants(tables: readonly string[]): Reference[] {
  return tables.map((table) => reference(table, 'merchant_id', 'merchants', 'id'))
}

function toUsers(tables: readonly string[]): Reference[] {
  return tables.map((table) => reference(table, 'user_id', 'users', 'id'))
}

function orphans({ from, columns, to, key }: Reference): string {
  const keys = key.split(', ')
  const pairs = columns.split(', ').map((column, at) => [`source.${column}`, `target.${keys[at]}`])
  return `
    select '${from}' as "table", '${columns}' as columns,
           concat_ws(', ', ${pairs.map(([one]) => one).join(', ')}) as value
      from ${from} source
     where ${pairs.map(([one]) => `${one} is not null`).join(' and ')}
       and not exists (select from ${to} target where ${pairs.map((pair) => pair.join(' = ')).join(' and ')})`
}

export const referenceChecks: Check[] = checksOf('references', {
  'a row of identity refers to rows that are there': ['users', orphansOf(isOfIdentity)],
  'a row of orders refers to rows that are there': ['orders', orphansOf(isOfOrders)],
  'a row of deliveries refers to rows that are there': ['deliveries', orphansOf(isOfDeliveries)],
  'any other row refers to rows that are there': [
    'products',
    orphansOf((one) => !isOfIdentity(one) && !isOfOrders(one) && !isOfDeliveries(one)),
  ],
})

function isOfIdentity({ to }: Reference): boolean {
  return ['users', 'sessions', 'two_factors', 'staff', 'api_keys', 'roles'].includes(to)
}

function isOfOrders(one: Reference): boolean {
  return !isOfIdentity(one) && ['orders', 'order_items', 'payments', 'payment_look_ups'].includes(one.from)
}

function isOfDeliveries(one: Reference): boolean {
  return !isOfIdentity(one) && ['events', 'deliveries', 'delivery_attempts'].includes(one.from)
}

function orphansOf(chosen: (one: Reference) => boolean): string {
  return references.filter(chosen).map(orphans).join(' union all ')
}
