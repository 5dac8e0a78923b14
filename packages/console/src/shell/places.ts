import type { LinkProps } from '@tanstack/react-router'
import type { Permission } from '#console/data/granted.ts'

export interface Place {
  to: NonNullable<LinkProps['to']>
  label: string
  /** Pressed after `g`. */
  key: string
  permission: Permission
}

/** The pages of the navigation. */
export const places: readonly Place[] = [
  { to: '/', label: 'Dashboard', key: 'd', permission: 'dashboard.read' },
  { to: '/orders', label: 'Orders', key: 'o', permission: 'orders.read' },
  { to: '/returns', label: 'Returns', key: 'r', permission: 'orders.read' },
  { to: '/products', label: 'Products', key: 'p', permission: 'products.read' },
  { to: '/collections', label: 'Collections', key: 'l', permission: 'products.read' },
  { to: '/promotions', label: 'Promotions', key: 'm', permission: 'promotions.read' },
  { to: '/gift-cards', label: 'Gift cards', key: 'f', permission: 'gift_cards.read' },
  { to: '/inventory', label: 'Inventory', key: 'i', permission: 'inventory.read' },
  { to: '/customers', label: 'Customers', key: 'c', permission: 'customers.read' },
  { to: '/reports', label: 'Reports', key: 'u', permission: 'dashboard.read' },
  { to: '/webhooks', label: 'Webhooks', key: 'w', permission: 'webhooks.read' },
  { to: '/events', label: 'Events', key: 'e', permission: 'webhooks.read' },
  { to: '/staff', label: 'Staff', key: 't', permission: 'staff.read' },
  { to: '/settings', label: 'Settings', key: 's', permission: 'settings.read' },
]

/** Its link is in the account menu. */
export const account = { to: '/account', label: 'Your account', key: 'a' } as const

/** Where a member begins whose role does not show the dashboard. */
export function firstPlace(permissions: readonly Permission[]): Place['to'] {
  return places.find(({ permission }) => permissions.includes(permission))?.to ?? account.to
}

/** What the palette and the keys lead to. */
export const destinations: readonly (Omit<Place, 'permission'> & { permission?: Permission })[] = [
  ...places,
  account,
  { to: '/orders/new', label: 'New order', key: 'n', permission: 'orders.write' },
  { to: '/promotions/new', label: 'New promotion', key: 'b', permission: 'promotions.write' },
]
