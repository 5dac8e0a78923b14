// Generated from the migrations by `npm run generate`. Do not edit.

import type { ColumnType } from 'kysely'

export interface Addresses {
  user_id: string
  id: string
  is_default: ColumnType<boolean, boolean | undefined, boolean>
  name: string
  company: ColumnType<string | null, string | null | undefined, string | null>
  line1: string
  line2: ColumnType<string | null, string | null | undefined, string | null>
  city: string
  region: ColumnType<string | null, string | null | undefined, string | null>
  postal_code: ColumnType<string | null, string | null | undefined, string | null>
  country: string
  phone: ColumnType<string | null, string | null | undefined, string | null>
  created_at: Date
  updated_at: Date
}

export interface ApiKeys {
  id: string
  merchant_id: string
  user_id: ColumnType<string | null, string | null | undefined, string | null>
  made_with: ColumnType<string | null, string | null | undefined, string | null>
  name: string
  permissions: string[]
  key_hash: Buffer
  last_four: string
  created_at: Date
  expires_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  last_used_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  orders_write_alone: ColumnType<boolean, boolean | undefined, boolean>
  kind: ColumnType<string, string | undefined, string>
  public_key: ColumnType<string | null, string | null | undefined, string | null>
  rate_limit_per_minute: ColumnType<number | null, number | null | undefined, number | null>
}

export interface AttemptCounts {
  key: Buffer
  window_start: Date
  count: number
}

export interface AuditEntries {
  merchant_id: string
  at: Date
  id: string
  actor_type: string
  actor_id: ColumnType<string | null, string | null | undefined, string | null>
  action: string
  target_type: string
  target_id: string
  changes: unknown
  ip: ColumnType<string | null, string | null | undefined, string | null>
  request_id: ColumnType<string | null, string | null | undefined, string | null>
}

export interface BankCredits {
  merchant_id: string
  id: string
  fingerprint: Buffer
  booked_on: ColumnType<string | null, string | null | undefined, string | null>
  amount_minor: number
  currency: string
  name: ColumnType<string | null, string | null | undefined, string | null>
  text: ColumnType<string | null, string | null | undefined, string | null>
  state: string
  reason: ColumnType<string | null, string | null | undefined, string | null>
  order_id: ColumnType<string | null, string | null | undefined, string | null>
  payment_id: ColumnType<string | null, string | null | undefined, string | null>
  created_at: Date
  recorded_at: ColumnType<Date | null, Date | null | undefined, Date | null>
}

export interface BankStatementColumns {
  merchant_id: string
  columns: unknown
  used_at: Date
}

export interface BankStatementCredits {
  merchant_id: string
  statement_id: string
  position: number
  credit_id: string
  known: boolean
}

export interface BankStatements {
  merchant_id: string
  id: string
  skipped: unknown
  actor_id: string
  created_at: Date
}

export interface BulkJobs {
  merchant_id: string
  id: string
  status: string
  change: unknown
  ids: ColumnType<string[] | null, string[] | null | undefined, string[] | null>
  filter: ColumnType<unknown | null, unknown | null | undefined, unknown | null>
  currency: string
  unit: number
  cause: unknown
  position: ColumnType<string | null, string | null | undefined, string | null>
  total: number
  done: ColumnType<number, number | undefined, number>
  changed: ColumnType<number, number | undefined, number>
  failed: ColumnType<number, number | undefined, number>
  errors: ColumnType<unknown, unknown | undefined, unknown>
  attempts: ColumnType<number, number | undefined, number>
  created_at: Date
  updated_at: Date
}

export interface CartItems {
  merchant_id: string
  user_id: string
  product_id: string
  quantity: number
  added_at: Date
}

export interface CartMails {
  merchant_id: string
  cart_id: string
  user_id: ColumnType<string | null, string | null | undefined, string | null>
  queued_at: ColumnType<Date, Date | undefined, Date>
  sent_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  order_id: ColumnType<string | null, string | null | undefined, string | null>
  order_total_minor: ColumnType<number | null, number | null | undefined, number | null>
}

export interface Carts {
  merchant_id: string
  user_id: string
  id: string
  status: string
  created_at: Date
  last_activity_at: Date
  abandoned_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  is_guest: ColumnType<boolean, boolean | undefined, boolean>
  discount_codes: ColumnType<string[], string[] | undefined, string[]>
  mailed_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  market_id: ColumnType<string | null, string | null | undefined, string | null>
  locale: ColumnType<string | null, string | null | undefined, string | null>
}

export interface CollectionCards {
  merchant_id: string
  collection_id: string
  position: number
  card_id: string
}

export interface CollectionChanges {
  id: ColumnType<number, number | undefined, number>
  merchant_id: string
}

export interface Collections {
  merchant_id: string
  id: string
  name: string
  slug: string
  description: ColumnType<string | null, string | null | undefined, string | null>
  media: ColumnType<string[], string[] | undefined, string[]>
  seo_title: ColumnType<string | null, string | null | undefined, string | null>
  seo_description: ColumnType<string | null, string | null | undefined, string | null>
  status: ColumnType<string, string | undefined, string>
  sort: string
  rules: ColumnType<unknown | null, unknown | null | undefined, unknown | null>
  product_count: ColumnType<number, number | undefined, number>
  version: ColumnType<number, number | undefined, number>
  created_at: Date
  updated_at: Date
  description_html: ColumnType<string | null, string | null | undefined, string | null>
}

export interface Comments {
  merchant_id: string
  id: string
  subject: string
  subject_id: string
  text: string
  actor_id: string
  created_at: Date
}

export interface CustomerAliases {
  merchant_id: string
  id: string
  user_id: string
  created_at: ColumnType<Date, Date | undefined, Date>
}

export interface CustomerGroupMembers {
  merchant_id: string
  group_id: string
  user_id: string
}

export interface CustomerGroups {
  merchant_id: string
  id: string
  name: string
  name_key: string
  created_at: Date
  updated_at: Date
}

export interface CustomerSales {
  merchant_id: string
  user_id: string
  order_count: number
  order_total_minor: number
}

export interface Customers {
  merchant_id: string
  user_id: string
  created_at: ColumnType<Date, Date | undefined, Date>
  name_key: ColumnType<string, string | undefined, string>
  email_key: ColumnType<string, string | undefined, string>
  phone_key: ColumnType<string, string | undefined, string>
  by_staff: ColumnType<boolean, boolean | undefined, boolean>
  name: ColumnType<string | null, string | null | undefined, string | null>
  email: ColumnType<string | null, string | null | undefined, string | null>
  told: ColumnType<boolean, boolean | undefined, boolean>
  phone: ColumnType<string | null, string | null | undefined, string | null>
  company: ColumnType<string | null, string | null | undefined, string | null>
  vat_number: ColumnType<string | null, string | null | undefined, string | null>
  addresses: ColumnType<unknown, unknown | undefined, unknown>
  addresses_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  tags: ColumnType<string[], string[] | undefined, string[]>
  note: ColumnType<string | null, string | null | undefined, string | null>
  locale: ColumnType<string | null, string | null | undefined, string | null>
  consent_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  consent_source: ColumnType<string | null, string | null | undefined, string | null>
  consent_withdrawn_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  tax_exempt: ColumnType<boolean, boolean | undefined, boolean>
  version: ColumnType<number, number | undefined, number>
  moved: ColumnType<boolean, boolean | undefined, boolean>
  send_before_paid: ColumnType<boolean, boolean | undefined, boolean>
}

export interface DatevSettings {
  merchant_id: string
  settings: unknown
  updated_at: Date
}

export interface Deliveries {
  id: string
  merchant_id: string
  subscription_id: string
  event_id: string
  event_name: string
  status: string
  attempts: ColumnType<number, number | undefined, number>
  last_status_code: ColumnType<number | null, number | null | undefined, number | null>
  last_error: ColumnType<string | null, string | null | undefined, string | null>
  created_at: Date
  updated_at: Date
}

export interface DeliveryAttempts {
  delivery_id: string
  number: number
  started_at: Date
  duration_ms: number
  outcome: string
  status_code: ColumnType<number | null, number | null | undefined, number | null>
  error: ColumnType<string | null, string | null | undefined, string | null>
  response_body: ColumnType<string | null, string | null | undefined, string | null>
}

export interface DeliveryQueue {
  delivery_id: string
  merchant_id: string
  subscription_id: string
  event_id: string
  due_at: Date
  spent: ColumnType<number, number | undefined, number>
  tries: ColumnType<number, number | undefined, number>
  lease_until: ColumnType<Date | null, Date | null | undefined, Date | null>
  lease_token: ColumnType<string | null, string | null | undefined, string | null>
  begun: ColumnType<boolean, boolean | undefined, boolean>
  slow: ColumnType<boolean, boolean | undefined, boolean>
}

export interface EventErasures {
  user_id: string
  event_ids: ColumnType<string[] | null, string[] | null | undefined, string[] | null>
  due_at: ColumnType<Date, Date | undefined, Date>
}

export interface EventLogHeads {
  merchant_id: string
  last_position: number
}

export interface EventNumbering {
  only_row: ColumnType<boolean, boolean | undefined, boolean>
  cluster: number
  numbered_until: string
  mailed_since: ColumnType<Date, Date | undefined, Date>
  users_from: ColumnType<string, string | undefined, string>
}

export interface Events {
  id: string
  merchant_id: string
  name: string
  body: Buffer
  is_test: ColumnType<boolean, boolean | undefined, boolean>
  transaction_id: ColumnType<string, string | undefined, string>
  created_at: Date
  position: ColumnType<number | null, number | null | undefined, number | null>
  mail: ColumnType<string | null, string | null | undefined, string | null>
  user_id: ColumnType<string | null, string | null | undefined, string | null>
}

export interface FailingReceivers {
  subscription_id: string
  merchant_id: string
  consecutive_failures: number
  failing_since: Date
  last_failed_at: Date
  cap: ColumnType<number, number | undefined, number>
  slow: ColumnType<boolean, boolean | undefined, boolean>
}

export interface Feeds {
  merchant_id: string
  id: string
  key: string
  storefront_url: ColumnType<string | null, string | null | undefined, string | null>
  created_at: Date
}

export interface FigureChanges {
  merchant_id: string
  id: ColumnType<number, number | undefined, number>
  hour: Date
  pending: ColumnType<number, number | undefined, number>
  paid: ColumnType<number, number | undefined, number>
  processing: ColumnType<number, number | undefined, number>
  completed: ColumnType<number, number | undefined, number>
  cancelled: ColumnType<number, number | undefined, number>
  paid_orders: ColumnType<number, number | undefined, number>
  revenue_minor: ColumnType<number, number | undefined, number>
  new_customers: ColumnType<number, number | undefined, number>
  abandoned_carts: ColumnType<number, number | undefined, number>
  delivered: ColumnType<number, number | undefined, number>
  failed: ColumnType<number, number | undefined, number>
  user_id: ColumnType<string | null, string | null | undefined, string | null>
  order_count: ColumnType<number, number | undefined, number>
  order_total_minor: ColumnType<number, number | undefined, number>
  order_id: ColumnType<string | null, string | null | undefined, string | null>
}

export interface FigureDays {
  merchant_id: string
  hour: Date
  pending: number
  paid: number
  processing: number
  completed: number
  cancelled: number
  paid_orders: number
  revenue_minor: number
  new_customers: number
  abandoned_carts: number
  delivered: number
  failed: number
}

export interface FigureHours {
  merchant_id: string
  hour: Date
  pending: number
  paid: number
  processing: number
  completed: number
  cancelled: number
  paid_orders: number
  revenue_minor: number
  new_customers: number
  abandoned_carts: number
  delivered: number
  failed: number
}

export interface FigureTotals {
  merchant_id: string
  pending: number
  paid: number
  processing: number
  completed: number
  cancelled: number
  customers: number
}

export interface FormerEmails {
  id: string
  user_id: string
  email: string
  email_key: string
  created_at: Date
  expires_at: Date
}

export interface Fulfillments {
  merchant_id: string
  order_id: string
  id: string
  items: unknown
  carrier: ColumnType<string | null, string | null | undefined, string | null>
  tracking_number: ColumnType<string | null, string | null | undefined, string | null>
  tracking_url: ColumnType<string | null, string | null | undefined, string | null>
  actor_id: ColumnType<string | null, string | null | undefined, string | null>
  created_at: Date
  updated_at: Date
  delivered_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  shipping_address: ColumnType<unknown | null, unknown | null | undefined, unknown | null>
}

export interface Homes {
  merchant_id: string
  sections: unknown
  media: ColumnType<string[], string[] | undefined, string[]>
  updated_at: Date
  version: ColumnType<number, number | undefined, number>
}

export interface IdempotencyKeys {
  owner: string
  key: string
  fingerprint: Buffer
  status: ColumnType<number | null, number | null | undefined, number | null>
  body: Buffer
  created_at: ColumnType<Date, Date | undefined, Date>
}

export interface Invitations {
  id: string
  merchant_id: string
  email: string
  email_key: string
  role: string
  token_hash: ColumnType<Buffer | null, Buffer | null | undefined, Buffer | null>
  created_at: Date
  expires_at: Date
  role_id: ColumnType<string | null, string | null | undefined, string | null>
}

export interface InvoiceFiles {
  merchant_id: string
  invoice_id: string
  pdf: ColumnType<Buffer | null, Buffer | null | undefined, Buffer | null>
  pdf_hash: ColumnType<Buffer | null, Buffer | null | undefined, Buffer | null>
  ubl: ColumnType<string | null, string | null | undefined, string | null>
  created_at: Date
  missing: ColumnType<string | null, string | null | undefined, string | null>
}

export interface InvoiceRequests {
  merchant_id: string
  id: ColumnType<string, string | undefined, string>
  cause: string
  order_id: string
  refund_id: ColumnType<string | null, string | null | undefined, string | null>
  fulfillment_id: ColumnType<string | null, string | null | undefined, string | null>
  caused_at: Date
}

export interface InvoiceSendings {
  merchant_id: string
  invoice_id: string
  told_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  sender: ColumnType<string | null, string | null | undefined, string | null>
  status: ColumnType<string | null, string | null | undefined, string | null>
  round: ColumnType<number, number | undefined, number>
  attempts: ColumnType<number, number | undefined, number>
  failure: ColumnType<string | null, string | null | undefined, string | null>
  reference: ColumnType<string | null, string | null | undefined, string | null>
  sent_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  created_at: Date
}

export interface InvoiceSeries {
  merchant_id: string
  kind: string
  last_number: number
}

export interface Invoices {
  merchant_id: string
  id: string
  kind: string
  number: number
  follows: ColumnType<number | null, number | null | undefined, number | null>
  raised: boolean
  full_number: string
  order_id: string
  user_id: string
  cause: string
  refund_id: ColumnType<string | null, string | null | undefined, string | null>
  fulfillment_id: ColumnType<string | null, string | null | undefined, string | null>
  corrects: ColumnType<string | null, string | null | undefined, string | null>
  currency: string
  total_minor: number
  tax_minor: number
  caused_at: Date
  issued_at: Date
  data: unknown
}

export interface Jobs {
  id: string
  name: string
  payload: unknown
  key: ColumnType<string | null, string | null | undefined, string | null>
  attempts: ColumnType<number, number | undefined, number>
  max_attempts: number
  due_at: ColumnType<Date, Date | undefined, Date>
}

export interface ListingLanguages {
  merchant_id: string
  language: string
  ready: ColumnType<boolean, boolean | undefined, boolean>
  since: ColumnType<string, string | undefined, string>
  written_to: ColumnType<string | null, string | null | undefined, string | null>
}

export interface ListingTexts {
  merchant_id: string
  language: ColumnType<string, string | undefined, string>
  card_id: string
  form: string
  active: boolean
  in_stock: boolean
  price_common: number
  created_at: Date
  category: ColumnType<string | null, string | null | undefined, string | null>
  name_key: string
  name_words: number
  document: string
  words: ColumnType<string[] | null, string[] | null | undefined, string[] | null>
}

export interface ListingWordChanges {
  merchant_id: string
  language: string
  written: string
  amount: number
}

export interface ListingWords {
  merchant_id: string
  language: string
  written: string
  word: string
  stems: string[]
  products: number
}

export interface Listings {
  merchant_id: string
  context: ColumnType<number, number | undefined, number>
  card_id: string
  form: string
  shown_id: string
  status: string
  active: boolean
  in_stock: boolean
  price_common: number
  category: ColumnType<string | null, string | null | undefined, string | null>
  keys: ColumnType<string[], string[] | undefined, string[]>
  created_at: Date
  stamp: number
}

export interface LowStock {
  merchant_id: string
  product_id: string
  available: number
  for_sale: boolean
}

export interface MailTexts {
  merchant_id: string
  kind: string
  texts: unknown
  updated_at: ColumnType<Date, Date | undefined, Date>
}

export interface MailTokens {
  token_hash: Buffer
  user_id: string
  purpose: string
  email_key: string
  created_at: Date
  expires_at: Date
}

export interface Markets {
  merchant_id: string
  id: string
  name: string
  own: boolean
  countries: string[]
  currency: string
  locales: string[]
  active: boolean
  position: number
  created_at: Date
  updated_at: Date
  prices_include_tax: ColumnType<boolean | null, boolean | null | undefined, boolean | null>
  price_rounding_minor: ColumnType<number | null, number | null | undefined, number | null>
}

export interface Media {
  merchant_id: string
  id: string
  state: string
  content_hash: ColumnType<Buffer | null, Buffer | null | undefined, Buffer | null>
  source_url: ColumnType<string | null, string | null | undefined, string | null>
  fetches: ColumnType<number, number | undefined, number>
  failure: ColumnType<string | null, string | null | undefined, string | null>
  alt: ColumnType<string | null, string | null | undefined, string | null>
  width: ColumnType<number | null, number | null | undefined, number | null>
  height: ColumnType<number | null, number | null | undefined, number | null>
  sizes: ColumnType<unknown, unknown | undefined, unknown>
  created_at: ColumnType<Date, Date | undefined, Date>
  changed_at: ColumnType<Date, Date | undefined, Date>
  unused_since: ColumnType<Date | null, Date | null | undefined, Date | null>
  fetch_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  import_id: ColumnType<string | null, string | null | undefined, string | null>
  import_row: ColumnType<number | null, number | null | undefined, number | null>
  import_sku: ColumnType<string | null, string | null | undefined, string | null>
  focus: ColumnType<unknown | null, unknown | null | undefined, unknown | null>
  import_field: ColumnType<string | null, string | null | undefined, string | null>
  video: ColumnType<unknown | null, unknown | null | undefined, unknown | null>
}

export interface MediaStores {
  id: string
  host: string
  seen_at: ColumnType<Date, Date | undefined, Date>
}

export interface Menus {
  merchant_id: string
  handle: string
  items: unknown
  updated_at: Date
  version: ColumnType<number, number | undefined, number>
}

export interface MerchantSettings {
  merchant_id: string
  max_open_orders_per_user: ColumnType<number, number | undefined, number>
  max_quantity_per_line: ColumnType<number, number | undefined, number>
  require_two_factor: ColumnType<boolean, boolean | undefined, boolean>
  updated_at: ColumnType<Date, Date | undefined, Date>
  currency: ColumnType<string | null, string | null | undefined, string | null>
  support_email: ColumnType<string | null, string | null | undefined, string | null>
  prices_include_tax: ColumnType<boolean, boolean | undefined, boolean>
  shipping_required: ColumnType<boolean, boolean | undefined, boolean>
  mail_order_confirmation: ColumnType<boolean, boolean | undefined, boolean>
  mail_shipment: ColumnType<boolean, boolean | undefined, boolean>
  mail_refund: ColumnType<boolean, boolean | undefined, boolean>
  timezone: ColumnType<string, string | undefined, string>
  has_shipping_methods: ColumnType<boolean, boolean | undefined, boolean>
  has_tax_rates: ColumnType<boolean, boolean | undefined, boolean>
  stripe_account: ColumnType<string | null, string | null | undefined, string | null>
  guest_max_open_orders: ColumnType<number, number | undefined, number>
  guest_max_quantity_per_line: ColumnType<number, number | undefined, number>
  max_unpaid_units_per_address: ColumnType<number, number | undefined, number>
  hold_unpaid_seconds: ColumnType<number, number | undefined, number>
  shipping_tax: ColumnType<string | null, string | null | undefined, string | null>
  vat_number: ColumnType<string | null, string | null | undefined, string | null>
  carriers: ColumnType<unknown, unknown | undefined, unknown>
  storefront_url: ColumnType<string | null, string | null | undefined, string | null>
  logo: ColumnType<string | null, string | null | undefined, string | null>
  locale: ColumnType<string, string | undefined, string>
  has_promotions: ColumnType<boolean, boolean | undefined, boolean>
  withdrawal: ColumnType<boolean | null, boolean | null | undefined, boolean | null>
  return_days: ColumnType<number | null, number | null | undefined, number | null>
  delivery_days: ColumnType<number, number | undefined, number>
  invoices: ColumnType<unknown | null, unknown | null | undefined, unknown | null>
  mail_address_change: ColumnType<boolean, boolean | undefined, boolean>
  order_number: ColumnType<unknown | null, unknown | null | undefined, unknown | null>
  has_payment_methods: ColumnType<boolean, boolean | undefined, boolean>
  first_steps: ColumnType<unknown | null, unknown | null | undefined, unknown | null>
  mail_abandoned_cart_hours: ColumnType<number | null, number | null | undefined, number | null>
  mail_color: ColumnType<string | null, string | null | undefined, string | null>
  mail_logo: ColumnType<boolean, boolean | undefined, boolean>
  mail_footer: ColumnType<string | null, string | null | undefined, string | null>
  mail_reminder_days: ColumnType<unknown | null, unknown | null | undefined, unknown | null>
  announcement: ColumnType<unknown | null, unknown | null | undefined, unknown | null>
  image_ratio: ColumnType<string, string | undefined, string>
  image_fit: ColumnType<string, string | undefined, string>
  look: ColumnType<unknown, unknown | undefined, unknown>
  has_markets: ColumnType<boolean, boolean | undefined, boolean>
  has_texts: ColumnType<boolean, boolean | undefined, boolean>
  has_prices: ColumnType<boolean, boolean | undefined, boolean>
}

export interface Merchants {
  id: string
  name: string
  currency: string
  created_at: ColumnType<Date, Date | undefined, Date>
  slug: ColumnType<string | null, string | null | undefined, string | null>
}

export interface NotificationChoices {
  merchant_id: string
  user_id: string
  kinds: unknown
  large_order_over: ColumnType<number | null, number | null | undefined, number | null>
  updated_at: Date
}

export interface NotificationCursors {
  merchant_id: string
  position: number
  seen_at: Date
}

export interface NotificationDigests {
  merchant_id: string
  user_id: string
  id: string
  notice: unknown
  created_at: Date
}

export interface NotificationStart {
  only_row: ColumnType<boolean, boolean | undefined, boolean>
  since: Date
}

export interface NotifiedProducts {
  merchant_id: string
  product_id: string
}

export interface OrderDrafts {
  merchant_id: string
  id: string
  number: string
  body: unknown
  quote: unknown
  user_id: ColumnType<string | null, string | null | undefined, string | null>
  valid_until: ColumnType<Date | null, Date | null | undefined, Date | null>
  version: ColumnType<number, number | undefined, number>
  created_at: ColumnType<Date, Date | undefined, Date>
  updated_at: ColumnType<Date, Date | undefined, Date>
  token: ColumnType<string | null, string | null | undefined, string | null>
}

export interface OrderEdits {
  merchant_id: string
  order_id: string
  id: string
  kind: string
  is_settled: boolean
  difference_minor: number
  tax_minor: number
  products: unknown
  stock: unknown
  actor_id: ColumnType<string | null, string | null | undefined, string | null>
  created_at: Date
}

export interface OrderItems {
  merchant_id: string
  order_id: string
  line: number
  product_id: string
  sku: string
  name: string
  quantity: number
  price_minor: number
  requires_shipping: ColumnType<boolean, boolean | undefined, boolean>
  tax_line: ColumnType<number | null, number | null | undefined, number | null>
  quantity_fulfilled: ColumnType<number, number | undefined, number>
  quantity_cancelled: ColumnType<number, number | undefined, number>
  quantity_returned: ColumnType<number, number | undefined, number>
  discount_minor: ColumnType<number, number | undefined, number>
  withdrawal: ColumnType<string | null, string | null | undefined, string | null>
  quantity_returning: ColumnType<number, number | undefined, number>
  custom: ColumnType<boolean, boolean | undefined, boolean>
  voucher: ColumnType<string | null, string | null | undefined, string | null>
  options: ColumnType<unknown | null, unknown | null | undefined, unknown | null>
  priced_by_staff: ColumnType<boolean, boolean | undefined, boolean>
  unit_cost_minor: ColumnType<number | null, number | null | undefined, number | null>
}

export interface OrderMails {
  merchant_id: string
  id: string
  order_id: string
  kind: string
  address: ColumnType<string | null, string | null | undefined, string | null>
  bounced: boolean
  at: ColumnType<Date, Date | undefined, Date>
}

export interface OrderNumbers {
  merchant_id: string
  number: number
}

export interface Orders {
  merchant_id: string
  id: string
  user_id: string
  order_number: string
  status: string
  payment_status: string
  currency: string
  total_minor: number
  created_at: Date
  updated_at: Date
  paid_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  completed_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  cancelled_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  cancel_reason: ColumnType<string | null, string | null | undefined, string | null>
  version: ColumnType<number, number | undefined, number>
  email: ColumnType<string | null, string | null | undefined, string | null>
  shipping_address: ColumnType<unknown | null, unknown | null | undefined, unknown | null>
  billing_address: ColumnType<unknown | null, unknown | null | undefined, unknown | null>
  shipping_method: ColumnType<unknown | null, unknown | null | undefined, unknown | null>
  subtotal_minor: ColumnType<number | null, number | null | undefined, number | null>
  shipping_total_minor: ColumnType<number, number | undefined, number>
  tax_total_minor: ColumnType<number, number | undefined, number>
  tax_included: ColumnType<boolean, boolean | undefined, boolean>
  tax_lines: ColumnType<unknown | null, unknown | null | undefined, unknown | null>
  shipping_tax_line: ColumnType<number | null, number | null | undefined, number | null>
  note: ColumnType<string | null, string | null | undefined, string | null>
  fulfillment_status: ColumnType<string, string | undefined, string>
  refunded_total_minor: ColumnType<number, number | undefined, number>
  refund_count: ColumnType<number, number | undefined, number>
  client_hash: ColumnType<Buffer | null, Buffer | null | undefined, Buffer | null>
  buyer_vat: ColumnType<unknown | null, unknown | null | undefined, unknown | null>
  discounts: ColumnType<unknown | null, unknown | null | undefined, unknown | null>
  discount_total_minor: ColumnType<number, number | undefined, number>
  rounding_total_minor: ColumnType<number, number | undefined, number>
  paid_minor: ColumnType<number | null, number | null | undefined, number | null>
  source: ColumnType<string, string | undefined, string>
  expires_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  gift: ColumnType<unknown | null, unknown | null | undefined, unknown | null>
  voucher_minor: ColumnType<number | null, number | null | undefined, number | null>
  untaxed_minor: ColumnType<number | null, number | null | undefined, number | null>
  phone: ColumnType<string | null, string | null | undefined, string | null>
  tags: ColumnType<string[], string[] | undefined, string[]>
  assignee_id: ColumnType<string | null, string | null | undefined, string | null>
  payment_terms: ColumnType<unknown | null, unknown | null | undefined, unknown | null>
  placed_as: ColumnType<string | null, string | null | undefined, string | null>
  payment_fee_total_minor: ColumnType<number, number | undefined, number>
  market_id: ColumnType<string | null, string | null | undefined, string | null>
  locale: ColumnType<string | null, string | null | undefined, string | null>
  other_currency: ColumnType<boolean, boolean | undefined, boolean>
}

export interface Pages {
  merchant_id: string
  id: string
  title: string
  slug: string
  body_html: ColumnType<string | null, string | null | undefined, string | null>
  body_text: ColumnType<string | null, string | null | undefined, string | null>
  seo_title: ColumnType<string | null, string | null | undefined, string | null>
  seo_description: ColumnType<string | null, string | null | undefined, string | null>
  status: string
  published_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  kind: ColumnType<string | null, string | null | undefined, string | null>
  version: ColumnType<number, number | undefined, number>
  created_at: Date
  updated_at: Date
}

export interface PaymentLinks {
  merchant_id: string
  token_hash: Buffer
  order_id: string
  expires_at: Date
  created_at: Date
}

export interface PaymentLookUps {
  merchant_id: string
  payment_id: string
  look_ups: ColumnType<number, number | undefined, number>
  due_at: ColumnType<Date, Date | undefined, Date>
  created_at: ColumnType<Date, Date | undefined, Date>
}

export interface PaymentMethods {
  merchant_id: string
  id: string
  kind: string
  name: string
  instructions: ColumnType<string | null, string | null | undefined, string | null>
  countries: ColumnType<string[] | null, string[] | null | undefined, string[] | null>
  min_minor: ColumnType<number | null, number | null | undefined, number | null>
  max_minor: ColumnType<number | null, number | null | undefined, number | null>
  keeps_stock_hours: ColumnType<number | null, number | null | undefined, number | null>
  net_days: ColumnType<number | null, number | null | undefined, number | null>
  reference: ColumnType<string, string | undefined, string>
  bank: ColumnType<unknown | null, unknown | null | undefined, unknown | null>
  position: ColumnType<number, number | undefined, number>
  active: ColumnType<boolean, boolean | undefined, boolean>
  created_at: Date
  updated_at: Date
  send_before_paid: ColumnType<boolean, boolean | undefined, boolean>
  fee_minor: ColumnType<number | null, number | null | undefined, number | null>
  fee_tax_class: ColumnType<string | null, string | null | undefined, string | null>
  groups: ColumnType<string[], string[] | undefined, string[]>
  prices: ColumnType<unknown | null, unknown | null | undefined, unknown | null>
}

export interface PaymentParts {
  merchant_id: string
  order_id: string
  payment_id: string
  amount_minor: number
  refunded_minor: ColumnType<number, number | undefined, number>
}

export interface PaymentReminders {
  merchant_id: string
  order_id: string
  number: number
  queued_at: ColumnType<Date, Date | undefined, Date>
  sent_at: ColumnType<Date | null, Date | null | undefined, Date | null>
}

export interface Payments {
  merchant_id: string
  id: string
  order_id: string
  provider: string
  method: string
  status: string
  amount_minor: number
  currency: string
  reference: ColumnType<string | null, string | null | undefined, string | null>
  failure: ColumnType<string | null, string | null | undefined, string | null>
  actor_id: string
  created_at: Date
  settled_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  refunded_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  due_at: Date
  next_action: ColumnType<Buffer | null, Buffer | null | undefined, Buffer | null>
  account: ColumnType<string | null, string | null | undefined, string | null>
  refund_attempt: ColumnType<number, number | undefined, number>
  refund_failure: ColumnType<string | null, string | null | undefined, string | null>
  refunded_by_hand: ColumnType<boolean, boolean | undefined, boolean>
}

export interface PendingEmails {
  user_id: string
  email: string
  email_key: string
  created_at: Date
  merchant_id: ColumnType<string | null, string | null | undefined, string | null>
}

export interface PostponedExpiries {
  merchant_id: string
  order_id: string
  attempts: ColumnType<number, number | undefined, number>
  due_at: Date
}

export interface PriceChanges {
  merchant_id: string
  product_id: string
}

export interface PriceContexts {
  merchant_id: string
  context: number
  currency: string
  common_scale: number
  rounding_minor: number
  used: ColumnType<boolean, boolean | undefined, boolean>
  ready: ColumnType<boolean, boolean | undefined, boolean>
  since: ColumnType<string, string | undefined, string>
  written_to: ColumnType<string | null, string | null | undefined, string | null>
}

export interface PriceListPrices {
  merchant_id: string
  list_id: string
  product_id: string
  min_quantity: ColumnType<number, number | undefined, number>
  amount_minor: ColumnType<number | null, number | null | undefined, number | null>
}

export interface PriceLists {
  merchant_id: string
  id: string
  name: string
  currency: string
  starts_at: ColumnType<Date, Date | undefined, Date>
  ends_at: ColumnType<Date, Date | undefined, Date>
  priority: ColumnType<number, number | undefined, number>
  group_ids: ColumnType<string[] | null, string[] | null | undefined, string[] | null>
  percent: ColumnType<number | null, number | null | undefined, number | null>
  names_products: boolean
  created_at: Date
  updated_at: Date
  step_minor: ColumnType<number, number | undefined, number>
}

export interface Prices {
  merchant_id: string
  product_id: string
  context: ColumnType<number, number | undefined, number>
  starts_at: Date
  ends_at: ColumnType<Date, Date | undefined, Date>
  price_minor: number
  compare_at_minor: ColumnType<number | null, number | null | undefined, number | null>
}

export interface ProductGroups {
  merchant_id: string
  id: string
  name: string
  slug: ColumnType<string | null, string | null | undefined, string | null>
  description: ColumnType<string | null, string | null | undefined, string | null>
  category: ColumnType<string | null, string | null | undefined, string | null>
  brand: ColumnType<string | null, string | null | undefined, string | null>
  tags: ColumnType<string[], string[] | undefined, string[]>
  varies_by: string[]
  media: ColumnType<string[], string[] | undefined, string[]>
  seo_title: ColumnType<string | null, string | null | undefined, string | null>
  seo_description: ColumnType<string | null, string | null | undefined, string | null>
  metadata: ColumnType<unknown, unknown | undefined, unknown>
  status: ColumnType<string, string | undefined, string>
  version: ColumnType<number, number | undefined, number>
  created_at: Date
  updated_at: Date
  description_html: ColumnType<string | null, string | null | undefined, string | null>
  media_options: ColumnType<unknown, unknown | undefined, unknown>
}

export interface ProductImports {
  merchant_id: string
  id: string
  status: string
  last_row: ColumnType<number, number | undefined, number>
  digest: ColumnType<Buffer | null, Buffer | null | undefined, Buffer | null>
  created: ColumnType<number, number | undefined, number>
  updated: ColumnType<number, number | undefined, number>
  unchanged: ColumnType<number, number | undefined, number>
  failed: ColumnType<number, number | undefined, number>
  errors: ColumnType<unknown, unknown | undefined, unknown>
  created_at: Date
  updated_at: Date
  file: ColumnType<unknown | null, unknown | null | undefined, unknown | null>
  warnings: ColumnType<unknown, unknown | undefined, unknown>
  uncounted: ColumnType<number, number | undefined, number>
  translated: ColumnType<unknown, unknown | undefined, unknown>
}

export interface ProductSales {
  merchant_id: string
  block_days: number
  block: number
  product_id: string
  units: number
  revenue_minor: number
}

export interface Products {
  merchant_id: string
  id: string
  sku: string
  name: string
  description: ColumnType<string | null, string | null | undefined, string | null>
  category: ColumnType<string | null, string | null | undefined, string | null>
  price_minor: number
  currency: string
  price_common: number
  status: string
  image_url: ColumnType<string | null, string | null | undefined, string | null>
  in_stock: ColumnType<boolean, boolean | undefined, boolean>
  created_at: Date
  updated_at: Date
  name_key: ColumnType<string, string | undefined, string>
  version: ColumnType<number, number | undefined, number>
  requires_shipping: ColumnType<boolean, boolean | undefined, boolean>
  weight_grams: ColumnType<number | null, number | null | undefined, number | null>
  tax_class: ColumnType<string, string | undefined, string>
  group_id: ColumnType<string | null, string | null | undefined, string | null>
  options: ColumnType<unknown, unknown | undefined, unknown>
  options_key: ColumnType<string | null, string | null | undefined, string | null>
  position: ColumnType<number, number | undefined, number>
  slug: ColumnType<string | null, string | null | undefined, string | null>
  brand: ColumnType<string | null, string | null | undefined, string | null>
  gtin: ColumnType<string | null, string | null | undefined, string | null>
  tags: ColumnType<string[], string[] | undefined, string[]>
  media: ColumnType<string[], string[] | undefined, string[]>
  seo_title: ColumnType<string | null, string | null | undefined, string | null>
  seo_description: ColumnType<string | null, string | null | undefined, string | null>
  metadata: ColumnType<unknown, unknown | undefined, unknown>
  compare_at_minor: ColumnType<number | null, number | null | undefined, number | null>
  lowest_30d_minor: ColumnType<number | null, number | null | undefined, number | null>
  unit_pricing: ColumnType<unknown | null, unknown | null | undefined, unknown | null>
  reduced_since: ColumnType<Date | null, Date | null | undefined, Date | null>
  group_name: ColumnType<string | null, string | null | undefined, string | null>
  withheld: ColumnType<string | null, string | null | undefined, string | null>
  withdrawal: ColumnType<string, string | undefined, string>
  gift_card: ColumnType<boolean, boolean | undefined, boolean>
  voucher: ColumnType<string, string | undefined, string>
  voucher_country: ColumnType<string | null, string | null | undefined, string | null>
  unit_cost_minor: ColumnType<number | null, number | null | undefined, number | null>
  description_html: ColumnType<string | null, string | null | undefined, string | null>
  other_prices: ColumnType<unknown, unknown | undefined, unknown>
}

export interface PromotionCodeBatches {
  merchant_id: string
  id: string
  promotion_id: string
  prefix: string
  wanted: number
  made: ColumnType<number, number | undefined, number>
  created_at: Date
}

export interface PromotionCodes {
  merchant_id: string
  code: string
  promotion_id: string
  generated: boolean
  revoked_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  created_at: ColumnType<Date, Date | undefined, Date>
  exact: ColumnType<boolean, boolean | undefined, boolean>
}

export interface PromotionCounters {
  merchant_id: string
  promotion_id: string
  used: number
}

export interface PromotionUseChanges {
  merchant_id: string
  id: ColumnType<number, number | undefined, number>
  promotion_id: string
  hour: Date
  orders: number
  amount_minor: number
  shipping_minor: number
}

export interface PromotionUseDays {
  merchant_id: string
  hour: Date
  promotion_id: string
  orders: number
  amount_minor: number
  shipping_minor: number
}

export interface PromotionUseHours {
  merchant_id: string
  hour: Date
  promotion_id: string
  orders: number
  amount_minor: number
  shipping_minor: number
}

export interface PromotionUseTotals {
  merchant_id: string
  promotion_id: string
  orders: number
}

export interface PromotionUses {
  merchant_id: string
  promotion_id: string
  order_id: string
  user_id: string
  email_key: ColumnType<string | null, string | null | undefined, string | null>
  code: ColumnType<string | null, string | null | undefined, string | null>
  amount_minor: number
  shipping_minor: number
  released: ColumnType<boolean, boolean | undefined, boolean>
  given_back: ColumnType<boolean, boolean | undefined, boolean>
  created_at: ColumnType<Date, Date | undefined, Date>
}

export interface Promotions {
  merchant_id: string
  id: string
  name: string
  code: ColumnType<string | null, string | null | undefined, string | null>
  has_codes: ColumnType<boolean, boolean | undefined, boolean>
  public: ColumnType<boolean, boolean | undefined, boolean>
  kind: string
  terms: unknown
  applies_to: unknown
  minimum: ColumnType<unknown, unknown | undefined, unknown>
  customers: ColumnType<unknown, unknown | undefined, unknown>
  usage_limit: ColumnType<number | null, number | null | undefined, number | null>
  per_customer_limit: ColumnType<number | null, number | null | undefined, number | null>
  starts_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  ends_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  combines: ColumnType<boolean, boolean | undefined, boolean>
  priority: ColumnType<number, number | undefined, number>
  status: ColumnType<string, string | undefined, string>
  version: ColumnType<number, number | undefined, number>
  created_at: Date
  updated_at: Date
  prices: ColumnType<unknown | null, unknown | null | undefined, unknown | null>
}

export interface RecentWrites {
  writer: string
  written_at: ColumnType<Date, Date | undefined, Date>
}

export interface RecoveryCodes {
  user_id: string
  code_hash: Buffer
}

export interface Redirects {
  merchant_id: string
  id: string
  path: string
  target: string
  target_path: ColumnType<string | null, string | null | undefined, string | null>
  permanent: boolean
  created_at: Date
}

export interface RefreshAnswers {
  session_id: string
  token_hash: Buffer
  answer: Buffer
  created_at: Date
}

export interface RefreshTokens {
  token_hash: Buffer
  session_id: string
  created_at: Date
  used_at: ColumnType<Date | null, Date | null | undefined, Date | null>
}

export interface RefundParts {
  merchant_id: string
  refund_id: string
  payment_id: string
  id: string
  status: string
  amount_minor: number
  attempt: ColumnType<number, number | undefined, number>
  reference: ColumnType<string | null, string | null | undefined, string | null>
  failure: ColumnType<string | null, string | null | undefined, string | null>
  settled_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  by_hand: ColumnType<boolean, boolean | undefined, boolean>
}

export interface Refunds {
  merchant_id: string
  id: string
  order_id: string
  payment_id: ColumnType<string | null, string | null | undefined, string | null>
  status: string
  amount_minor: number
  currency: string
  items: ColumnType<unknown | null, unknown | null | undefined, unknown | null>
  shipping_minor: ColumnType<number, number | undefined, number>
  reason: ColumnType<string | null, string | null | undefined, string | null>
  attempt: ColumnType<number, number | undefined, number>
  reference: ColumnType<string | null, string | null | undefined, string | null>
  failure: ColumnType<string | null, string | null | undefined, string | null>
  actor_id: ColumnType<string | null, string | null | undefined, string | null>
  created_at: Date
  settled_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  due_at: Date
  tax_lines: ColumnType<unknown | null, unknown | null | undefined, unknown | null>
  return_id: ColumnType<string | null, string | null | undefined, string | null>
  voucher_minor: ColumnType<number | null, number | null | undefined, number | null>
  edit_id: ColumnType<string | null, string | null | undefined, string | null>
  store_credit: ColumnType<boolean, boolean | undefined, boolean>
  by_hand: ColumnType<boolean, boolean | undefined, boolean>
  asked_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  payment_fee_minor: ColumnType<number, number | undefined, number>
  refunded_to: ColumnType<string, string | undefined, string>
}

export interface RelatedCards {
  merchant_id: string
  card_id: string
  related: string[]
  made_at: Date
}

export interface RelatedProgress {
  merchant_id: string
  paid_until: Date
}

export interface RequestCounts {
  key: Buffer
  window_start: Date
  count: number
}

export interface ReturnItems {
  merchant_id: string
  return_id: string
  line: number
  quantity: number
  quantity_cancelled: ColumnType<number, number | undefined, number>
  reason: ColumnType<string | null, string | null | undefined, string | null>
  note: ColumnType<string | null, string | null | undefined, string | null>
  quantity_received: ColumnType<number | null, number | null | undefined, number | null>
  condition: ColumnType<string | null, string | null | undefined, string | null>
  restock: ColumnType<boolean | null, boolean | null | undefined, boolean | null>
}

export interface Returns {
  merchant_id: string
  id: string
  order_id: string
  user_id: string
  kind: string
  status: string
  currency: string
  message: ColumnType<string | null, string | null | undefined, string | null>
  shipping_minor: ColumnType<number, number | undefined, number>
  deduction_minor: ColumnType<number, number | undefined, number>
  deduction_reason: ColumnType<string | null, string | null | undefined, string | null>
  refund_due_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  label_url: ColumnType<string | null, string | null | undefined, string | null>
  carrier: ColumnType<string | null, string | null | undefined, string | null>
  tracking_number: ColumnType<string | null, string | null | undefined, string | null>
  tracking_url: ColumnType<string | null, string | null | undefined, string | null>
  version: ColumnType<number, number | undefined, number>
  created_at: Date
  updated_at: Date
  approved_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  received_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  ended_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  refund_to: ColumnType<string | null, string | null | undefined, string | null>
  exchange_order_id: ColumnType<string | null, string | null | undefined, string | null>
  label_file: ColumnType<Buffer | null, Buffer | null | undefined, Buffer | null>
  label_type: ColumnType<string | null, string | null | undefined, string | null>
}

export interface Roles {
  merchant_id: string
  id: string
  name: string
  name_key: string
  permissions: string[]
  created_at: Date
  updated_at: Date
}

export interface SalesChanges {
  merchant_id: string
  id: ColumnType<number, number | undefined, number>
  hour: Date
  refunded_minor: ColumnType<number, number | undefined, number>
  tax_minor: ColumnType<number, number | undefined, number>
  shipping_minor: ColumnType<number, number | undefined, number>
  refund_id: ColumnType<string | null, string | null | undefined, string | null>
}

export interface SalesDays {
  merchant_id: string
  hour: Date
  refunded_minor: number
  tax_minor: number
  shipping_minor: number
}

export interface SalesHours {
  merchant_id: string
  hour: Date
  refunded_minor: number
  tax_minor: number
  shipping_minor: number
}

export interface SearchWordChanges {
  word: string
  amount: number
}

export interface SearchWords {
  word: string
  lexeme: string
  products: number
}

export interface Sessions {
  id: string
  user_id: string
  device_id: string
  merchant_id: ColumnType<string | null, string | null | undefined, string | null>
  role: ColumnType<string | null, string | null | undefined, string | null>
  created_at: Date
  last_used_at: Date
  expires_at: Date
  revoked_at: ColumnType<Date | null, Date | null | undefined, Date | null>
}

export interface ShippingMethods {
  merchant_id: string
  id: string
  name: string
  description: ColumnType<string | null, string | null | undefined, string | null>
  countries: ColumnType<string[] | null, string[] | null | undefined, string[] | null>
  price_minor: number
  free_from_minor: ColumnType<number | null, number | null | undefined, number | null>
  min_weight_grams: ColumnType<number | null, number | null | undefined, number | null>
  max_weight_grams: ColumnType<number | null, number | null | undefined, number | null>
  position: ColumnType<number, number | undefined, number>
  active: ColumnType<boolean, boolean | undefined, boolean>
  created_at: Date
  updated_at: Date
  regions: ColumnType<string[] | null, string[] | null | undefined, string[] | null>
  postal_codes: ColumnType<string[] | null, string[] | null | undefined, string[] | null>
  prices: ColumnType<unknown | null, unknown | null | undefined, unknown | null>
}

export interface ShopTexts {
  merchant_id: string
  language: string
  texts: unknown
  version: ColumnType<number, number | undefined, number>
  updated_at: Date
}

export interface SignInChallenges {
  token_hash: Buffer
  user_id: string
  device_id: string
  password_check: Buffer
  merchant_id: ColumnType<string | null, string | null | undefined, string | null>
  role: ColumnType<string | null, string | null | undefined, string | null>
  tries: ColumnType<number, number | undefined, number>
  expires_at: Date
}

export interface Slugs {
  merchant_id: string
  slug: string
  product_id: ColumnType<string | null, string | null | undefined, string | null>
  group_id: ColumnType<string | null, string | null | undefined, string | null>
}

export interface Staff {
  merchant_id: string
  user_id: string
  role: string
  created_at: ColumnType<Date, Date | undefined, Date>
  updated_at: ColumnType<Date, Date | undefined, Date>
  role_id: ColumnType<string | null, string | null | undefined, string | null>
}

export interface Stock {
  merchant_id: string
  product_id: string
  on_hand: ColumnType<number, number | undefined, number>
  reserved: ColumnType<number, number | undefined, number>
  movement_count: ColumnType<number, number | undefined, number>
  ordered: ColumnType<boolean, boolean | undefined, boolean>
  updated_at: Date
}

export interface StockMovements {
  merchant_id: string
  product_id: string
  number: number
  type: string
  reason: ColumnType<string | null, string | null | undefined, string | null>
  on_hand_change: number
  reserved_change: number
  on_hand_after: number
  reserved_after: number
  order_id: ColumnType<string | null, string | null | undefined, string | null>
  actor_id: ColumnType<string | null, string | null | undefined, string | null>
  created_at: Date
  counted_at: ColumnType<Date | null, Date | null | undefined, Date | null>
}

export interface StoredValueAccounts {
  merchant_id: string
  id: string
  kind: string
  currency: string
  user_id: ColumnType<string | null, string | null | undefined, string | null>
  code_hash: ColumnType<Buffer | null, Buffer | null | undefined, Buffer | null>
  last_four: ColumnType<string | null, string | null | undefined, string | null>
  sealed_code: ColumnType<Buffer | null, Buffer | null | undefined, Buffer | null>
  email: ColumnType<string | null, string | null | undefined, string | null>
  note: ColumnType<string | null, string | null | undefined, string | null>
  expires_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  disabled_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  created_at: Date
  order_id: ColumnType<string | null, string | null | undefined, string | null>
  line: ColumnType<number | null, number | null | undefined, number | null>
  unit: ColumnType<number | null, number | null | undefined, number | null>
  message: ColumnType<string | null, string | null | undefined, string | null>
  mail_at: ColumnType<Date | null, Date | null | undefined, Date | null>
}

export interface StoredValueEntries {
  merchant_id: string
  account_id: string
  number: number
  kind: string
  origin: string
  amount_minor: number
  balance_before: number
  balance_after: number
  cause_id: string
  payment_id: ColumnType<string | null, string | null | undefined, string | null>
  order_id: ColumnType<string | null, string | null | undefined, string | null>
  reason: ColumnType<string | null, string | null | undefined, string | null>
  actor_id: ColumnType<string | null, string | null | undefined, string | null>
  created_at: Date
  previous_number: ColumnType<number | null, number | null | undefined, number | null>
}

export interface SweepLeases {
  name: string
  holder: string
  held_until: Date
}

export interface TaxRates {
  merchant_id: string
  position: number
  country: string
  region: ColumnType<string | null, string | null | undefined, string | null>
  region_key: string
  tax_class: string
  name: string
  rate: number
  postal_codes: ColumnType<string[] | null, string[] | null | undefined, string[] | null>
  compound: ColumnType<boolean | null, boolean | null | undefined, boolean | null>
}

export interface TestProviderCharges {
  payment_id: string
  amount_minor: number
  currency: string
  succeeded: boolean
  charged_at: ColumnType<Date, Date | undefined, Date>
  refunded_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  refunded_minor: ColumnType<number, number | undefined, number>
  refuses_refunds: ColumnType<boolean, boolean | undefined, boolean>
}

export interface TestProviderRefunds {
  refund_id: string
  attempt: number
  payment_id: string
  amount_minor: number
  succeeded: boolean
  refunded_at: ColumnType<Date, Date | undefined, Date>
}

export interface Translations {
  merchant_id: string
  type: string
  subject_id: string
  locale: string
  texts: unknown
  slug: ColumnType<string | null, string | null | undefined, string | null>
  updated_at: Date
  version: ColumnType<number, number | undefined, number>
}

export interface TwoFactors {
  user_id: string
  secret: Buffer
  created_at: Date
  confirmed_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  last_step: ColumnType<number, number | undefined, number>
  tries: ColumnType<number, number | undefined, number>
  tries_since: Date
}

export interface UnpaidCounts {
  merchant_id: string
  holder: Buffer
  orders: number
  units: number
}

export interface UnpaidEdits {
  merchant_id: string
  order_id: string
  before: unknown
  held: unknown
  created_at: Date
}

export interface Users {
  id: string
  email: ColumnType<string | null, string | null | undefined, string | null>
  email_key: ColumnType<string | null, string | null | undefined, string | null>
  name: ColumnType<string | null, string | null | undefined, string | null>
  phone: ColumnType<string | null, string | null | undefined, string | null>
  password_hash: ColumnType<string | null, string | null | undefined, string | null>
  is_verified: ColumnType<boolean, boolean | undefined, boolean>
  created_at: Date
  updated_at: Date
  deleted_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  is_guest: ColumnType<boolean, boolean | undefined, boolean>
  guest_expires_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  verified_at: ColumnType<Date | null, Date | null | undefined, Date | null>
}

export interface VatChecks {
  merchant_id: string
  number: string
  status: string
  reference: ColumnType<string | null, string | null | undefined, string | null>
  checked_at: Date
}

export interface VisitChanges {
  merchant_id: string
  id: ColumnType<string, string | undefined, string>
  day: string
  kind: string
  source: string
}

export interface VisitDays {
  merchant_id: string
  day: string
  source: string
  visits: ColumnType<number, number | undefined, number>
  product_views: ColumnType<number, number | undefined, number>
  carts: ColumnType<number, number | undefined, number>
  checkouts: ColumnType<number, number | undefined, number>
}

export interface WebhookSubscriptions {
  merchant_id: string
  id: string
  url: string
  events: string[]
  event_names: string[]
  active: boolean
  description: ColumnType<string | null, string | null | undefined, string | null>
  secret: Buffer
  previous_secret: ColumnType<Buffer | null, Buffer | null | undefined, Buffer | null>
  previous_secret_expires_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  disabled_reason: ColumnType<string | null, string | null | undefined, string | null>
  created_at: Date
  updated_at: Date
  deleted_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  overload_told_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  retry_for: ColumnType<string, string | undefined, string>
}

export interface DB {
  addresses: Addresses
  api_keys: ApiKeys
  attempt_counts: AttemptCounts
  audit_entries: AuditEntries
  bank_credits: BankCredits
  bank_statement_columns: BankStatementColumns
  bank_statement_credits: BankStatementCredits
  bank_statements: BankStatements
  bulk_jobs: BulkJobs
  cart_items: CartItems
  cart_mails: CartMails
  carts: Carts
  collection_cards: CollectionCards
  collection_changes: CollectionChanges
  collections: Collections
  comments: Comments
  customer_aliases: CustomerAliases
  customer_group_members: CustomerGroupMembers
  customer_groups: CustomerGroups
  customer_sales: CustomerSales
  customers: Customers
  datev_settings: DatevSettings
  deliveries: Deliveries
  delivery_attempts: DeliveryAttempts
  delivery_queue: DeliveryQueue
  event_erasures: EventErasures
  event_log_heads: EventLogHeads
  event_numbering: EventNumbering
  events: Events
  failing_receivers: FailingReceivers
  feeds: Feeds
  figure_changes: FigureChanges
  figure_days: FigureDays
  figure_hours: FigureHours
  figure_totals: FigureTotals
  former_emails: FormerEmails
  fulfillments: Fulfillments
  homes: Homes
  idempotency_keys: IdempotencyKeys
  invitations: Invitations
  invoice_files: InvoiceFiles
  invoice_requests: InvoiceRequests
  invoice_sendings: InvoiceSendings
  invoice_series: InvoiceSeries
  invoices: Invoices
  jobs: Jobs
  listing_languages: ListingLanguages
  listing_texts: ListingTexts
  listing_word_changes: ListingWordChanges
  listing_words: ListingWords
  listings: Listings
  low_stock: LowStock
  mail_texts: MailTexts
  mail_tokens: MailTokens
  markets: Markets
  media: Media
  media_stores: MediaStores
  menus: Menus
  merchant_settings: MerchantSettings
  merchants: Merchants
  notification_choices: NotificationChoices
  notification_cursors: NotificationCursors
  notification_digests: NotificationDigests
  notification_start: NotificationStart
  notified_products: NotifiedProducts
  order_drafts: OrderDrafts
  order_edits: OrderEdits
  order_items: OrderItems
  order_mails: OrderMails
  order_numbers: OrderNumbers
  orders: Orders
  pages: Pages
  payment_links: PaymentLinks
  payment_look_ups: PaymentLookUps
  payment_methods: PaymentMethods
  payment_parts: PaymentParts
  payment_reminders: PaymentReminders
  payments: Payments
  pending_emails: PendingEmails
  postponed_expiries: PostponedExpiries
  price_changes: PriceChanges
  price_contexts: PriceContexts
  price_list_prices: PriceListPrices
  price_lists: PriceLists
  prices: Prices
  product_groups: ProductGroups
  product_imports: ProductImports
  product_sales: ProductSales
  products: Products
  promotion_code_batches: PromotionCodeBatches
  promotion_codes: PromotionCodes
  promotion_counters: PromotionCounters
  promotion_use_changes: PromotionUseChanges
  promotion_use_days: PromotionUseDays
  promotion_use_hours: PromotionUseHours
  promotion_use_totals: PromotionUseTotals
  promotion_uses: PromotionUses
  promotions: Promotions
  recent_writes: RecentWrites
  recovery_codes: RecoveryCodes
  redirects: Redirects
  refresh_answers: RefreshAnswers
  refresh_tokens: RefreshTokens
  refund_parts: RefundParts
  refunds: Refunds
  related_cards: RelatedCards
  related_progress: RelatedProgress
  request_counts: RequestCounts
  return_items: ReturnItems
  returns: Returns
  roles: Roles
  sales_changes: SalesChanges
  sales_days: SalesDays
  sales_hours: SalesHours
  search_word_changes: SearchWordChanges
  search_words: SearchWords
  sessions: Sessions
  shipping_methods: ShippingMethods
  shop_texts: ShopTexts
  sign_in_challenges: SignInChallenges
  slugs: Slugs
  staff: Staff
  stock: Stock
  stock_movements: StockMovements
  stored_value_accounts: StoredValueAccounts
  stored_value_entries: StoredValueEntries
  sweep_leases: SweepLeases
  tax_rates: TaxRates
  test_provider_charges: TestProviderCharges
  test_provider_refunds: TestProviderRefunds
  translations: Translations
  two_factors: TwoFactors
  unpaid_counts: UnpaidCounts
  unpaid_edits: UnpaidEdits
  users: Users
  vat_checks: VatChecks
  visit_changes: VisitChanges
  visit_days: VisitDays
  webhook_subscriptions: WebhookSubscriptions
}
