import { recordAudit } from '#src/platform/audit/index.ts'
import type { Databases } from '#src/platform/db/databases.ts'
import { onCommit, type Transaction } from '#src/platform/db/transaction.ts'
import type { Staff } from '#src/platform/http/auth/authentication.ts'
import { AppError, notFound } from '#src/platform/lib/errors.ts'
import type { Repricing } from '#src/platform/module.ts'
import type { MerchantDirectory } from '../directory.ts'
import { lockSettings, selectNamedMerchant, updateCurrency } from './queries.ts'

export interface CurrencyDependencies extends Databases {
  merchants: MerchantDirectory
  repricings: readonly Repricing[]
}

/**
 * Changes the currency of a shop without orders, with an audit entry.
 * @throws AppError NOT_FOUND, CONFLICT if it cannot change, and what the repricings throw; then nothing is changed
 */
export async function changeCurrency(
  transaction: Transaction,
  { merchants, repricings }: Pick<CurrencyDependencies, 'merchants' | 'repricings'>,
  staff: Pick<Staff, 'merchantId' | 'cause'>,
  to: string,
): Promise<void> {
  const { merchantId } = staff
  const made = await selectNamedMerchant(transaction, merchantId)
  if (made === undefined) throw notFound('merchant')
  const from = (await lockSettings(transaction, merchantId)).currency ?? made.currency
  if (from === to) return
  if (!(await updateCurrency(transaction, merchantId, to))) {
    throw new AppError('CONFLICT', 'the currency is fixed once there is an order')
  }
  for (const reprice of repricings) await reprice(transaction, { merchantId, from, to })
  const changes = { currency: [from, to] } as const
  await recordAudit(transaction, staff, [{ action: 'settings.updated', targetId: merchantId, changes }])
  onCommit(transaction, () => merchants.change(merchantId, { currency: to }))
}
