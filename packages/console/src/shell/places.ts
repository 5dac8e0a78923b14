import type { LinkProps } from '@tanstack/react-router'
import {
  Boxes,
  ChartLine,
  CircleUser,
  Gift,
  Layers,
  type LucideIcon,
  Package,
  ScrollText,
  Settings,
  ShoppingCart,
  TicketPercent,
  Undo2,
  UserCog,
  Users,
  Webhook,
} from 'lucide-react'
import type { Permission } from '#console/data/granted.ts'

export interface Place {
  to: NonNullable<LinkProps['to']>
  label: string
  icon: LucideIcon
  /** Pressed after `g`. */
  key: string
  permission: Permission
}

/** The pages of the navigation. */
export const places: readonly Place[] = [
  { to: '/', label: 'Dashboard', icon: ChartLine, key: 'd', permission: 'dashboard.read' },
  { to: '/orders', label: 'Orders', icon: ShoppingCart, key: 'o', permission: 'orders.read' },
  { to: '/returns', label: 'Returns', icon: Undo2, key: 'r', permission: 'orders.read' },
  { to: '/products', label: 'Products', icon: Package, key: 'p', permission: 'products.read' },
  { to: '/collections', label: 'Collections', icon: Layers, key: 'l', permission: 'products.read' },
  { to: '/promotions', label: 'Promotions', icon: TicketPercent, key: 'm', permission: 'promotions.read' },
  { to: '/gift-cards', label: 'Gift cards', icon: Gift, key: 'f', permission: 'gift_cards.read' },
  { to: '/inventory', label: 'Inventory', icon: Boxes, key: 'i', permission: 'inventory.read' },
  { to: '/customers', label: 'Customers', icon: Users, key: 'c', permission: 'customers.read' },
  { to: '/webhooks', label: 'Webhooks', icon: Webhook, key: 'w', permission: 'webhooks.read' },
  { to: '/events', label: 'Events', icon: ScrollText, key: 'e', permission: 'webhooks.read' },
  { to: '/staff', label: 'Staff', icon: UserCog, key: 't', permission: 'staff.read' },
  { to: '/settings', label: 'Settings', icon: Settings, key: 's', permission: 'settings.read' },
]

/** Its link is in the account menu. */
export const account = { to: '/account', label: 'Your account', icon: CircleUser, key: 'a' } as const

/** Where a member begins whose role does not show the dashboard. */
export function firstPlace(permissions: readonly Permission[]): Place['to'] {
  return places.find(({ permission }) => permissions.includes(permission))?.to ?? account.to
}

/** What the palette and the keys lead to. */
export const destinations: readonly (Omit<Place, 'permission' | 'icon'> & { permission?: Permission })[] = [
  ...places,
  account,
  { to: '/orders/new', label: 'New order', key: 'n', permission: 'orders.write' },
  { to: '/promotions/new', label: 'New promotion', key: 'b', permission: 'promotions.write' },
]
