/** Columns that a product has from its start, and that few plans change. */
interface ProductDefaults {
  image_url: string | null
  compare_at_minor: number | null
  unit_cost_minor: number | null
  lowest_30d_minor: number | null
  tax_class: string
  voucher: string
}

/** A product as events show it. */
export interface ShownProduct extends ProductDefaults {
  id: string
  merchant_id: string
  sku: string
  name: string
  description: string | null
  category: string | null
  brand: string | null
  tags: string[]
  price_minor: number
  currency: string
  gift_card: boolean
  requires_shipping: boolean
  status: 'active' | 'draft' | 'archived'
  slug: string | null
  media: string[]
  group_id: string | null
  group_name: string | null
  options: Record<string, string>
  position: number
  reduced_since: Date | null
  available: number
  pictures: object[] | null
  version: number
  created_at: Date
  updated_at: Date
}

export interface Product extends ShownProduct {
  price_common: number
  in_stock: boolean
  stock: { on_hand: number; reserved: number; movement_count: number; ordered: boolean; updated_at: Date }
}

/** Those that adding a product leaves to the service. */
export type InitialColumns = ProductDefaults & Pick<Product, 'group_id' | 'group_name' | 'options' | 'position'>

export interface ShippingMethod {
  id: string
  name: string
  countries: string[] | null
  price_minor: number
}

export interface TaxRate {
  country: string
  region: string | null
  postal_codes: string[] | null
  tax_class: string
  name: string
  rate: number
  compound: boolean | null
}

export interface PostalAddress {
  name: string
  company: string | null
  line1: string
  line2: string | null
  city: string
  region: string | null
  postal_code: string | null
  country: string
  phone: string | null
}

interface LineProduct {
  picture: string | null
  image_url: string | null
  group_id: string | null
  slug: string | null
  options: Record<string, string>
  available: number | null
}

export interface CartLine extends LineProduct {
  product_id: string
  sku: string
  name: string
  quantity: number
  price_minor: number
  gift_card: boolean
  sold: boolean
  is_available: boolean
}

export interface Cart {
  id: string
  merchant_id: string
  user_id: string
  status: 'active' | 'abandoned'
  currency: string
  created_at: Date
  last_activity_at: Date
  discount_codes: string[]
  has_promotions: boolean
  lines: CartLine[]
}

export interface OrderItem extends LineProduct {
  line: number
  product_id: string
  sku: string
  name: string
  quantity: number
  price_minor: number
  discount_minor: number
  requires_shipping: boolean
  voucher?: string | null | undefined
  tax_line: number | null
  quantity_fulfilled: number
  quantity_cancelled: number
  quantity_returned: number
  quantity_returning: number
  withdrawal: string | null
  unit_cost_minor?: number | null | undefined
}

export interface Discount {
  promotion_id: string | null
  name: string
  code: string | null
  amount_minor: number
  shipping_minor: number
}

/** An order with its parts. */
export interface Order {
  merchant_id: string
  id: string
  user_id: string
  order_number: string
  status: string
  source: string
  expires_at: Date | null
  payment_status: string
  fulfillment_status: string
  currency: string
  discounts: Discount[] | null
  total_minor: number
  paid_minor: number
  refunded_total_minor: number
  email: string | null
  shipping_address: PostalAddress | null
  billing_address: object | null
  buyer_vat: object | null
  shipping_method: { id: string; name: string; price_minor: number } | null
  note: string | null
  phone: string | null
  tags: string[]
  assignee_id: string | null
  payment_terms: object | null
  gift: object | null
  untaxed_minor: number | null
  version: number
  created_at: Date
  updated_at: Date
  paid_at: Date | null
  completed_at: Date | null
  cancelled_at: Date | null
  cancel_reason: string | null
  items: OrderItem[]
  fulfillments: object[] | null
  refunds: object[] | null
}

export interface Payment {
  merchant_id: string
  id: string
  order_id: string
  provider: string
  method: string
  status: string
  amount_minor: number
  currency: string
  reference: string | null
  failure: string | null
  created_at: Date
  settled_at: Date | null
  refunded_at: Date | null
}

export interface Refund {
  merchant_id: string
  id: string
  order_id: string
  payment_id: string
  status: string
  amount_minor: number
  currency: string
  attempt: number
  return_id: string | null
  parts: object[]
}
