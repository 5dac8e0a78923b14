/** The module that each table is of: its statements and functions alone write it, but for the feeds of triggers. */
export const moduleTables: Record<string, readonly string[]> = {
  identity: [
    ...['users', 'sessions', 'refresh_tokens', 'mail_tokens', 'attempt_counts', 'two_factors', 'recovery_codes'],
    ...['sign_in_challenges', 'addresses', 'pending_emails', 'former_emails', 'refresh_answers'],
  ],
  merchants: ['merchants', 'merchant_settings', 'staff', 'invitations', 'api_keys', 'roles', 'customers'],
  shipping: ['shipping_methods'],
  taxes: ['tax_rates', 'vat_checks'],
  catalog: [
    ...['products', 'product_groups', 'slugs', 'listings', 'listing_texts', 'prices', 'feeds'],
    ...['collections', 'collection_cards', 'collection_changes', 'product_imports', 'bulk_jobs'],
  ],
  search: ['search_words', 'search_word_changes'],
  inventory: ['stock', 'stock_movements', 'low_stock'],
  carts: ['carts', 'cart_items'],
  orders: ['orders', 'order_items', 'fulfillments', 'refunds', 'postponed_expiries'],
  payments: ['payments', 'payment_look_ups', 'test_provider_charges', 'test_provider_refunds'],
  dashboard: [
    ...['figure_changes', 'figure_hours', 'figure_days', 'figure_totals', 'customer_sales'],
    ...['sales_changes', 'sales_hours', 'sales_days', 'product_sales'],
  ],
  webhooks: [
    ...['webhook_subscriptions', 'failing_receivers', 'events', 'event_erasures', 'event_log_heads'],
    ...['event_numbering', 'deliveries', 'delivery_attempts', 'delivery_queue'],
  ],
  audit: ['audit_entries'],
  platform: ['jobs', 'idempotency_keys', 'sweep_leases', 'recent_writes', 'request_counts', 'schema_migrations'],
}

/** Where the trigger of one module's table may write another's, and why that is not the statement's to do. */
export const feeds: Record<string, string> = {
  'carts → dashboard': 'each change of what figures count is counted, whichever statement makes it',
  'merchants → dashboard': 'the same of new customers',
  'orders → dashboard': 'the same of orders, refunds and what was sold',
  'orders → payments': 'what a shopper was asked to do for a payment is given up when the order is cancelled',
  'webhooks → dashboard': 'the same of deliveries, which end by the thousand in one statement',
  'catalog → search':
    'a product is found as it is from the moment of the change, also after an import of a million rows',
  'catalog → inventory': 'what runs low is listed for products on sale',
  'inventory → catalog': 'a product is in stock as soon as a unit of it is',
}
