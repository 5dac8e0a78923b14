import type { Static } from 'typebox'
import { hasUnpaidEdit } from '#src/modules/orders/index.ts'
import { takesCard } from '#src/modules/payment-methods/index.ts'
import { listMethods, type OfferedMethod, type Payment } from '#src/modules/payments/index.ts'
import { withoutKey } from '#src/platform/http/requests/idempotency.ts'
import { AppError } from '#src/platform/lib/errors.ts'
import { hashToken } from '#src/platform/lib/tokens.ts'
import type { Dependencies } from '../dependencies.ts'
import { pay } from '../pay/pay.ts'
import { merchantOfToken } from './pay-token.ts'
import { type LinkedOrder, selectLinked } from './queries.ts'

type Services = Pick<
  Dependencies,
  'db' | 'shop' | 'seal' | 'merchants' | 'paymentProviders' | 'signInTurns' | 'logger' | 'config'
>

/** The order of a link, and how it can be paid. */
export interface OpenLink {
  order: LinkedOrder
  state: 'open' | 'checking' | 'paid' | 'ended'
  methods: OfferedMethod[]
  /** Whether it may be paid with a gift card: the shop has some. */
  acceptsGiftCards: boolean
}

/** Undefined for a token of no link. */
export async function openLink(deps: Services, token: string): Promise<OpenLink | undefined> {
  const merchantId = merchantOfToken(token)
  if (merchantId === undefined || (await deps.merchants.find(merchantId)) === undefined) return undefined
  const db = deps.shop(merchantId)
  const order = await selectLinked(db, merchantId, hashToken(token))
  if (order === undefined) return undefined
  const state = stateOf(order)
  if (state !== 'open') return { order, state, methods: [], acceptsGiftCards: false }
  const methods = (await takesCard(db, order)) ? await listMethods(db, deps.paymentProviders, merchantId) : []
  return { order, state, methods, acceptsGiftCards: order.has_gift_cards }
}

function stateOf(order: LinkedOrder): OpenLink['state'] {
  const { status, paid_at, is_expired, last_payment } = order
  if (status === 'cancelled') return 'ended'
  if (paid_at !== null && !hasUnpaidEdit(order)) return 'paid'
  if (last_payment === 'pending') return 'checking'
  return is_expired ? 'ended' : 'open'
}

/** What the script of the page needs to take a card. */
interface LinkPayment {
  status: Static<typeof Payment>['status']
  client_secret: string | null
}

/** What the page sends. */
export interface LinkInput {
  method: string
  /** Of a gift card. */
  code?: string
}

/**
 * Pays the order of an open link, as its customer. A gift card takes what is due or what is there, and the page asks
 * for the rest; store credit is for the account alone. Wrong codes are limited like wrong passwords.
 * @throws AppError INVALID_TRANSITION, VALIDATION_ERROR, CONFLICT, GIFT_CARD_UNAVAILABLE, REMAINDER_TOO_SMALL,
 * RATE_LIMITED
 */
export async function payLinked(
  deps: Services,
  { order, state }: OpenLink,
  { method, code }: LinkInput,
  address: string,
): Promise<LinkPayment> {
  if (state !== 'open') throw new AppError('INVALID_TRANSITION', 'this link has ended')
  const { merchant_id: merchantId, id, user_id: userId } = order
  const merchant = await deps.merchants.find(merchantId)
  if (merchant === undefined) throw new Error(`order ${id} is of no merchant`)
  const payer = { userId, merchant, address, hasSession: false }
  const input = method === 'gift_card' ? { method, code: code ?? '' } : { method }
  const { payment } = await pay(deps, payer, id, input, withoutKey(deps.shop(merchantId)))
  const action = payment.next_action
  return { status: payment.status, client_secret: action && 'client_secret' in action ? action.client_secret : null }
}
