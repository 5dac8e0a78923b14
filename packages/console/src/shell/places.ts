import type { LinkProps } from '@tanstack/react-router'
import type { Permission } from '#console/data/granted.ts'
import { t } from '#console/lib/text.ts'

export interface Place {
  to: NonNullable<LinkProps['to']>
  label: string
  /** Pressed after `g`. */
  key: string
  permission: Permission
}

/** The pages of the navigation. */
export const places: readonly Place[] = [
  { to: '/', label: t('Dashboard'), key: 'd', permission: 'dashboard.read' },
  { to: '/orders', label: t('Orders'), key: 'o', permission: 'orders.read' },
  { to: '/returns', label: t('Returns'), key: 'r', permission: 'orders.read' },
  { to: '/products', label: t('Products'), key: 'p', permission: 'products.read' },
  { to: '/collections', label: t('Collections'), key: 'l', permission: 'products.read' },
  { to: '/promotions', label: t('Promotions'), key: 'm', permission: 'promotions.read' },
  { to: '/gift-cards', label: t('Gift cards'), key: 'f', permission: 'gift_cards.read' },
  { to: '/inventory', label: t('Inventory'), key: 'i', permission: 'inventory.read' },
  { to: '/customers', label: t('Customers'), key: 'c', permission: 'customers.read' },
  { to: '/reports', label: t('Reports'), key: 'u', permission: 'dashboard.read' },
  { to: '/webhooks', label: t('Webhooks'), key: 'w', permission: 'webhooks.read' },
  { to: '/events', label: t('Events'), key: 'e', permission: 'webhooks.read' },
  { to: '/staff', label: t('Staff'), key: 't', permission: 'staff.read' },
  { to: '/settings', label: t('Settings'), key: 's', permission: 'settings.read' },
]

/** Its link is in the account menu. */
export const account = { to: '/account', label: t('Your account'), key: 'a' } as const

/** Where a member begins whose role does not show the dashboard. */
export function firstPlace(permissions: readonly Permission[]): Place['to'] {
  return places.find(({ permission }) => permissions.includes(permission))?.to ?? account.to
}

/** What the palette and the keys lead to. */
export const destinations: readonly (Omit<Place, 'permission'> & { permission?: Permission })[] = [
  ...places,
  account,
  { to: '/orders/new', label: t('New order'), key: 'n', permission: 'orders.write' },
  { to: '/promotions/new', label: t('New promotion'), key: 'b', permission: 'promotions.write' },
]
