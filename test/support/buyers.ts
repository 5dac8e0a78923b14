import { hashDevice } from '#src/modules/identity/sessions/tokens.ts'
import { createIds } from '#src/platform/lib/ids.ts'
import type { TestApp } from './app.ts'

const device = 'a crowd of buyers'

/**
 * Headers of many signed-in users at a shop, whose accounts have the given age in days; made without passwords, whose
 * hashes would take most of a test's time.
 */
export async function makeBuyers(
  { deps }: Pick<TestApp, 'deps'>,
  merchant: { id: string },
  count: number,
  daysOld = 2,
): Promise<Record<string, string>[]> {
  const newId = createIds(() => Date.now() - daysOld * 86_400_000)
  const buyers = Array.from({ length: count }, () => ({ userId: newId(), sessionId: newId() }))
  const now = new Date()
  const times = { created_at: now, updated_at: now }
  await deps.db
    .insertInto('users')
    .values(
      buyers.map(({ userId: id }) => ({ id, email: `${id}@example.com`, email_key: `${id}@example.com`, ...times })),
    )
    .execute()
  await deps.db
    .insertInto('sessions')
    .values(
      buyers.map(({ userId, sessionId }) => ({
        id: sessionId,
        user_id: userId,
        device_id: device,
        created_at: now,
        last_used_at: now,
        expires_at: new Date(now.getTime() + 86_400_000),
      })),
    )
    .execute()
  return buyers.map(({ userId, sessionId }) => ({
    'access-token': deps.tokens.sign({ userId, sessionId, device: hashDevice(device) }),
    'device-id': device,
    'merchant-id': merchant.id,
  }))
}
