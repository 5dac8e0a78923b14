/** Every permission, as the service knows them; a test compares the two. */
export const permissionNames = [
  'dashboard.read',
  'customers.read',
  'products.read',
  'products.write',
  'promotions.read',
  'promotions.write',
  'inventory.read',
  'inventory.write',
  'exports.read',
  'orders.read',
  'orders.write',
  'orders.fulfil',
  'orders.refund',
  'gift_cards.read',
  'gift_cards.write',
  'settings.read',
  'settings.write',
  'webhooks.read',
  'webhooks.write',
  'staff.read',
  'staff.write',
  'keys.write',
  'audit.read',
] as const

export type Permission = (typeof permissionNames)[number]
