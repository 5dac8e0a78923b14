import type { Role } from './role.ts'

/** As the service grants them; it decides, this only says beforehand what it would refuse. A test compares the two. */
export const granted = {
  'dashboard.read': ['owner', 'manager', 'viewer'],
  'customers.read': ['owner', 'manager', 'viewer'],
  'products.read': ['owner', 'manager', 'viewer'],
  'products.write': ['owner', 'manager'],
  'inventory.read': ['owner', 'manager', 'viewer'],
  'inventory.write': ['owner', 'manager'],
  'exports.read': ['owner', 'manager'],
  'orders.read': ['owner', 'manager', 'viewer'],
  'orders.write': ['owner', 'manager'],
  'settings.read': ['owner', 'manager', 'viewer'],
  'settings.write': ['owner', 'manager'],
  'webhooks.read': ['owner', 'manager', 'viewer'],
  'webhooks.write': ['owner', 'manager'],
  'staff.read': ['owner', 'manager', 'viewer'],
  'staff.write': ['owner'],
  'keys.write': ['owner'],
  'audit.read': ['owner', 'manager'],
} as const satisfies Record<string, readonly Role[]>

export type Permission = keyof typeof granted
