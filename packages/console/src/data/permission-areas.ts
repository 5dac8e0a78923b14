import { granted, type Permission } from './granted.ts'
import type { Role } from './role.ts'

export interface Area {
  name: string
  read?: Permission
  write?: Permission
  /** What `read` allows, if that is not seeing. */
  reads?: string
}

/** What a role or a key may do, in words. */
export const areas: readonly Area[] = [
  { name: 'Dashboard', read: 'dashboard.read' },
  { name: 'Orders, refunds and fulfilment', read: 'orders.read', write: 'orders.write' },
  { name: 'Products', read: 'products.read', write: 'products.write' },
  { name: 'Inventory', read: 'inventory.read', write: 'inventory.write' },
  { name: 'Customers', read: 'customers.read' },
  { name: 'Files of products and orders', read: 'exports.read', reads: 'Export' },
  { name: 'Webhooks and events', read: 'webhooks.read', write: 'webhooks.write' },
  { name: 'Settings of the shop', read: 'settings.read', write: 'settings.write' },
  { name: 'Staff', read: 'staff.read', write: 'staff.write' },
  { name: 'API keys', write: 'keys.write' },
  { name: 'Audit log', read: 'audit.read' },
]

export function isGranted(role: Role, permission: Permission | undefined): boolean {
  return permission !== undefined && (granted[permission] as readonly Role[]).includes(role)
}
