import { inTransaction } from '#src/platform/db/transaction.ts'
import { newId } from '#src/platform/lib/ids.ts'
import { type DomainEvent, type EventName, emit } from '#src/platform/outbox/index.ts'
import type { TestApp } from './app.ts'
import type { TestMerchant } from './factories.ts'

/** Writes events of a shop as its transactions do, and numbers them as the sweep does. */
export async function happen(
  service: TestApp,
  merchant: Pick<TestMerchant, 'id' | 'owner'>,
  names: readonly EventName[],
): Promise<string[]> {
  const ids = names.map(() => newId())
  const events = names.map((name, index) => {
    const id = ids[index] as string
    const [group = ''] = name.split('.')
    const subject = { id, ...(group !== 'user' && { version: 3 }) }
    const data = group === 'inventory' ? { product: { id }, inventory: { version: 7 } } : { [group]: subject }
    return { merchantId: merchant.id, userId: newId(), name, data } as DomainEvent
  })
  await inTransaction(service.deps.db, (transaction) => emit(transaction, events))
  await number(service, merchant)
  return ids
}

/** The list of events numbers them. */
export async function number(service: TestApp, merchant: Pick<TestMerchant, 'owner'>): Promise<void> {
  const { status } = await service.request('GET', '/admin/events?limit=1', { headers: merchant.owner.headers })
  if (status !== 200) throw new Error(`events answered ${status}`)
}
