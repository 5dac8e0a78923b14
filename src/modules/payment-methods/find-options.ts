import { selectGroupsOf } from '#src/modules/merchants/index.ts'
import type { Executor } from '#src/platform/db/transaction.ts'
import { type Reader, selectPaymentMethods } from './queries.ts'
import { amountsIn, type Paying, type PaymentMethodRow, paymentOptions } from './rules.ts'

/** The active methods of a shop, and those by which a buyer can pay. Groups are read only if a method is for some. */
export async function findPaymentOptions(
  db: Executor,
  { merchantId, userId }: { merchantId: string; userId: string },
  { currency, ownCurrency, ...paying }: Omit<Paying, 'groups'> & { currency: string; ownCurrency: string },
  reader?: Reader,
): Promise<{ methods: PaymentMethodRow[]; options: PaymentMethodRow[] }> {
  const methods = await selectPaymentMethods(db, merchantId, reader)
  const among = [...new Set(methods.flatMap(({ groups }) => groups))]
  const groups = among.length > 0 ? await selectGroupsOf(db, merchantId, userId, among) : []
  return { methods, options: paymentOptions(amountsIn(methods, currency, ownCurrency), { ...paying, groups }) }
}
