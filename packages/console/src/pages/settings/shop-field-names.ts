import { numberFieldNames } from './number-fields.tsx'
import { returnsFieldNames } from './returns-fields.tsx'

const ownNames = `
  name support_email currency timezone prices_include_tax shipping_required shipping_tax vat_number storefront_url
  slug locale logo image_ratio image_fit order_limits.max_open_orders_per_user order_limits.max_quantity_per_line
  order_limits.guest.max_open_orders order_limits.guest.max_quantity_per_line
  order_limits.max_unpaid_units_per_address order_limits.hold_unpaid_seconds require_two_factor
  mail.order_confirmation mail.shipment mail.refund mail.address_change
  mail.abandoned_cart.hours mail.payment_reminders.days`

/** The names of the inputs of `ShopFields`. */
export const shopFieldNames = [...ownNames.trim().split(/\s+/), ...numberFieldNames, ...returnsFieldNames]
