import type { LucideIcon } from 'lucide-react'
import {
  Boxes,
  ChartColumn,
  ChartLine,
  Gift,
  Layers,
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
import type { Place } from './places.ts'

const icons: Partial<Record<Place['to'], LucideIcon>> = {
  '/': ChartLine,
  '/orders': ShoppingCart,
  '/returns': Undo2,
  '/products': Package,
  '/collections': Layers,
  '/promotions': TicketPercent,
  '/gift-cards': Gift,
  '/inventory': Boxes,
  '/customers': Users,
  '/reports': ChartColumn,
  '/webhooks': Webhook,
  '/events': ScrollText,
  '/staff': UserCog,
  '/settings': Settings,
}

/** Drawn a moment after the navigation, whose words come first. */
export function PlaceIcon({ to }: Pick<Place, 'to'>) {
  const Icon = icons[to]
  return Icon && <Icon aria-hidden className="size-4 text-ink-3 group-aria-[current=page]:text-accent" />
}
