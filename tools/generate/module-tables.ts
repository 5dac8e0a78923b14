/** The owning module of each table: only its statements and functions write it, except feeds of triggers. */
export const moduleTables: Record<string, readonly string[]> = {
  identity: [
    ...['users', 'sessions', 'refresh_tokens', 'mail_tokens', 'attempt_counts', 'two_factors', 'recovery_codes'],
    ...['sign_in_challenges', 'addresses', 'pending_emails', 'former_emails', 'refresh_answers'],
  ],
  merchants: [
    'merchants',
    'merchant_settings',
    'staff',
    'invitations',
    'api_keys',
    'roles',
    'customers',
    'customer_aliases',
  ],
  shipping: ['shipping_methods'],
  taxes: ['tax_rates', 'vat_checks'],
  catalog: [
    ...['products', 'product_groups', 'slugs', 'listings', 'listing_texts', 'prices', 'feeds', 'media', 'media_stores'],
    ...['collections', 'collection_cards', 'collection_changes', 'product_imports', 'bulk_jobs'],
    ...['related_cards', 'related_progress'],
  ],
  search: ['search_words', 'search_word_changes'],
  inventory: ['stock', 'stock_movements', 'low_stock'],
  carts: ['carts', 'cart_items'],
  promotions: [
    ...['promotions', 'promotion_codes', 'promotion_code_batches', 'promotion_counters', 'promotion_uses'],
    ...['promotion_use_changes', 'promotion_use_hours', 'promotion_use_days', 'promotion_use_totals'],
  ],
  pricing: [],
  orders: ['orders', 'order_items', 'fulfillments', 'unpaid_counts'],
  settlement: ['refunds', 'refund_parts', 'payment_links', 'order_edits', 'unpaid_edits', 'postponed_expiries'],
  checkout: [],
  papers: ['invoices', 'invoice_files', 'invoice_requests', 'invoice_sendings', 'invoice_series'],
  returns: ['returns', 'return_items'],
  payments: ['payments', 'payment_parts', 'payment_look_ups', 'test_provider_charges', 'test_provider_refunds'],
  'stored-value': ['stored_value_accounts', 'stored_value_entries'],
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

/** Declared feeds: a trigger on one module's table writes another module's table, with the reason. */
export const feeds: Record<string, string> = {
  'carts → dashboard': 'figures count every change of a cart, whichever statement makes it',
  'merchants → dashboard': 'figures count every new customer',
  'orders → dashboard': 'figures count every change of an order or a sale',
  'settlement → dashboard': 'figures count every refund and every edit of a sale',
  'orders → payments': 'the next action of a payment is deleted when its order is cancelled',
  'orders → papers': 'an invoice is due for every order that is paid or sent, whichever statement says so',
  'settlement → papers': 'a credit note is due for every refund and every edit, whoever records it',
  'orders → promotions': 'whichever way an order is cancelled, its uses of promotions are given back',
  'webhooks → dashboard': 'figures count ended deliveries, of which one statement ends thousands',
  'catalog → search': 'the dictionary of words follows every change, also an import of a million rows',
  'catalog → inventory': 'only products on sale are listed as low',
  'inventory → catalog': 'a product is in stock as soon as one of its units is',
}
