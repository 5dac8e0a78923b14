import { countMails, type MailLimits } from '#src/modules/identity/index.ts'
import { inOwnWords } from '#src/modules/mails/index.ts'
import {
  inTextsOf,
  lockMarketingRecipient,
  type MarketingRecipient,
  unsubscribeLink,
} from '#src/modules/merchants/index.ts'
import { hasOrderedSince } from '#src/modules/orders/index.ts'
import type { Database } from '#src/platform/db/pool/pool.ts'
import { inTransaction, type Transaction } from '#src/platform/db/transaction.ts'
import { enqueue, type Job } from '#src/platform/jobs/index.ts'
import { writtenLocale } from '#src/platform/lib/languages.ts'
import { MailRefused } from '#src/platform/mail/index.ts'
import type { Sweep } from '#src/platform/sweeps/index.ts'
import type { Dependencies } from '../dependencies.ts'
import { type CartRow, selectCart } from '../queries.ts'
import { writeCartMail } from './letter.ts'
import { cartMail, cartValues, selectCartShop } from './own-words.ts'
import { forgetLeftCart, keepLeftCarts, type LeftCart, lockLeftCart, setMailed, unsetMailed } from './queries.ts'

type CartMailJob = LeftCart

/**
 * Mails a customer about the cart that they left. All is asked again when it runs: the cart is locked, so an order of
 * it is placed before, and nothing is sent, or after, and counts as what the mail brought.
 */
export const mailCart: Job<CartMailJob, Dependencies> = {
  name: 'carts.mail_cart',
  bulk: true,
  async run(deps, left) {
    const { config, mailer, logger, seal } = deps
    const { merchantId, userId, cartId } = left
    const db = deps.shop(merchantId)
    const own = await selectCartShop(db, merchantId)
    if (!config.MAIL || own?.hours == null) return
    const { hours } = own
    const found = await inTransaction(db, (transaction) => claim(transaction, left, hours, config))
    if (found === undefined) return
    const { cart, to } = found
    const shop = { ...own, locale: writtenLocale(cart.locale ?? to.locale ?? own.locale) }
    const link = unsubscribeLink(seal, config, { merchantId, customerId: userId })
    const document = await inTextsOf(deps, merchantId, () =>
      inOwnWords(db, merchantId, cartMail.kind, {
        document: writeCartMail(cart, shop, link),
        values: cartValues(shop, to.name),
      }),
    )
    const mail = { id: `cart-${cartId}`, to: to.email, document, sender: shop.name }
    try {
      await mailer.send({ ...mail, replyTo: shop.support_email })
    } catch (error) {
      if (!(error instanceof MailRefused)) throw error
      logger.warn({ err: error, cart: cartId }, 'mail refused for good')
      await unsetMailed(db, left)
    }
  },
}

/** The cart and its customer, if it is to be mailed: from then on it counts as mailed. */
async function claim(
  transaction: Transaction,
  left: LeftCart,
  hours: number,
  limits: MailLimits,
): Promise<{ cart: CartRow; to: MarketingRecipient } | undefined> {
  const leftAt = await lockLeftCart(transaction, left, hours)
  if (leftAt === undefined) {
    await forgetLeftCart(transaction, left)
    return undefined
  }
  const to = await lockMarketingRecipient(transaction, left.merchantId, left.userId)
  if (to === undefined || (await hasOrderedSince(transaction, left, leftAt))) return undefined
  const cart = await selectCart(transaction, left)
  const lines = cart?.lines.filter(({ is_available }) => is_available) ?? []
  if (cart === undefined || lines.length === 0) return undefined
  const { merchantId, userId } = left
  // Anybody can type an address, and agree in its name.
  if (!to.is_verified && to.agreed_alone) return undefined
  if (!to.is_verified && !(await countMails(transaction, limits, { userId, merchantId }))) return undefined
  await setMailed(transaction, left)
  return { cart: { ...cart, lines }, to }
}

const batchSize = 100

/** Finds the carts that were left long enough. Where no shop wants such mails it reads an empty index. */
export const findLeftCarts: Sweep<Dependencies> = {
  name: 'carts.mail-left-carts',
  everyMs: () => 60_000,
  async run({ db, config }) {
    if (!config.MAIL) return
    while ((await queueBatch(db)) === batchSize);
  },
}

function queueBatch(db: Database): Promise<number> {
  return inTransaction(db, async (transaction) => {
    const carts = await keepLeftCarts(transaction, batchSize)
    for (const cart of carts) await enqueue(transaction, mailCart, cart)
    return carts.length
  })
}
