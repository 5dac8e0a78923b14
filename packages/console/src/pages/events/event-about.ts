import type { Schemas } from '@commerce-platform/client'
import type { LinkProps } from '@tanstack/react-router'
import { meanings } from '#console/data/event-names.ts'
import { count, money, words } from '#console/lib/format.ts'
import { t } from '#console/lib/text.ts'

export type Event = Pick<Schemas['EventEnvelope'], 'event' | 'data'>

/** What the data of events have that is shown: the contract describes each event's. */
interface EventData {
  order?: { id: string; order_number: string; user_id: string; status: string; total: number; currency: string }
  change?: string
  payment?: { amount: number; currency: string; failure: string | null }
  product?: { id: string; name: string; price?: number; currency?: string; status?: string }
  inventory?: { previous_quantity: number; current_quantity: number; available: number }
  reason?: string
  user?: { id: string; name: string | null; email: string | null }
  cart?: { user_id: string; item_count: number; total: number; currency: string }
  item?: { name: string }
}

export interface About {
  kind: string
  text: string
  link: LinkProps
}

/** What an event is about, the nearest first. */
export function aboutOf({ data }: Event): About[] {
  const { order, product, user, cart } = data as EventData
  const about: About[] = []
  if (order) {
    const link = { to: '/orders/$orderId', params: { orderId: order.id } } as const
    about.push({ kind: t('Order'), text: order.order_number, link })
  }
  if (product) {
    const link = { to: '/products/$productId', params: { productId: product.id } } as const
    about.push({ kind: t('Product'), text: product.name, link })
  }
  const customerId = user?.id ?? order?.user_id ?? cart?.user_id
  if (customerId) {
    const link = { to: '/customers/$customerId', params: { customerId } } as const
    about.push({ kind: t('Customer'), text: user?.name || user?.email || t('Open the customer'), link })
  }
  return about
}

/** Of what, in a list: a cart has no page and no name. */
export function subjectOf(event: Event): string {
  const { cart } = event.data as EventData
  return cart
    ? t('Cart of {item_count, plural, one {# item} other {# items}}', { item_count: cart.item_count })
    : (aboutOf(event)[0]?.text ?? '—')
}

/** What it says, in figures. */
export function gistOf({ event, data }: Event): string {
  const { order, change, payment, product, inventory, reason, cart, item } = data as EventData
  const parts: (string | null | undefined)[] = []
  if (payment) parts.push(money(payment.amount, payment.currency), payment.failure)
  else if (order) parts.push(change ?? money(order.total, order.currency), order.status)
  else if (inventory) {
    const { previous_quantity, current_quantity, available } = inventory
    const isMoved = previous_quantity !== current_quantity
    parts.push(
      isMoved
        ? t('{previous_quantity} → {current_quantity} in stock', {
            previous_quantity: count(previous_quantity),
            current_quantity: count(current_quantity),
          })
        : undefined,
    )
    parts.push(t('{count} available', { count: available }), reason)
  } else if (product?.price !== undefined && product.currency) {
    parts.push(money(product.price, product.currency), product.status)
  } else if (cart) parts.push(item?.name, money(cart.total, cart.currency))
  else parts.push(meanings[event])
  const texts = parts.filter((part) => part != null).map((part) => part.replaceAll('_', ' '))
  return words(texts.join(' · '))
}
