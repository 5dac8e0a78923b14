import { byUser, recordAudits } from '#src/platform/audit/index.ts'
import type { Databases } from '#src/platform/db/databases.ts'
import { inTransaction } from '#src/platform/db/transaction.ts'
import type { Actor, Origin } from '#src/platform/http/auth/authentication.ts'
import type { ProfileRow } from '../accounts/queries.ts'
import { limitExports } from '../attempts/attempts.ts'
import type { Dependencies } from '../dependencies.ts'
import { presentProfile } from '../schemas.ts'
import { readProfile } from './profile.ts'

type Services = Databases & Pick<Dependencies, 'config' | 'memberships' | 'exporters'>

/**
 * Begins an export of all data of the user: it counts against the limit, and is recorded in the audit log of each shop
 * that knows the account; what others sold to its confirmed address is in it, too. Returns the text of the document as
 * a stream that reads the database on demand.
 * @throws AppError UNAUTHORIZED, RATE_LIMITED
 */
export async function exportAccount(services: Services, actor: Actor, origin: Origin): Promise<AsyncGenerator<string>> {
  await limitExports(services, actor.userId)
  const user = await readProfile(services, actor)
  const cause = byUser(user.id, origin)
  const entry = { action: 'account.exported', targetId: user.id } as const
  const merchantIds = await inTransaction(services.db, async (transaction) => {
    const ids = await services.memberships.merchantsOfCustomer(transaction, user.id)
    await recordAudits(
      transaction,
      ids.map((merchantId) => ({ merchantId, cause, entry })),
    )
    return [...ids, ...(await services.memberships.merchantsWithRecord(transaction, user.id))]
  })
  return document(services, user, merchantIds)
}

/** One JSON document in parts of one page of rows each, to bound memory and event loop time. */
async function* document(
  services: Databases & Pick<Services, 'exporters'>,
  user: ProfileRow,
  merchantIds: readonly string[],
): AsyncGenerator<string> {
  yield `{"success":true,"data":{"profile":${JSON.stringify(presentProfile(user))}`
  for (const { name, pages } of services.exporters) {
    yield `,${JSON.stringify(name)}:[`
    let separator = ''
    for await (const rows of pages(services, { id: user.id, merchantIds })) {
      if (rows.length === 0) continue
      yield separator + rows.map((row) => JSON.stringify(row)).join(',')
      separator = ','
    }
    yield ']'
  }
  yield '}}'
}
