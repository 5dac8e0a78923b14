import { mailUser } from '#src/modules/identity/index.ts'
import { selectSettings } from '#src/modules/merchants/index.ts'
import { inTransaction } from '#src/platform/db/transaction.ts'
import { writtenLocale } from '#src/platform/lib/languages.ts'
import { publicUrl } from '#src/platform/mail/index.ts'
import type { Dependencies } from './dependencies.ts'
import { deleteDigest, selectDueDigests } from './digest-queries.ts'
import { digested } from './letters.ts'
import { selectPerson } from './queries.ts'
import { permissionOfKind, rolePermissions } from './rules.ts'

const batchSize = 100
/** A mail has so many lines at most; the console has the rest. */
const maxLines = 200

/** One mail a day for each person, of what their role may read by then. */
export async function sendDigests(deps: Dependencies): Promise<void> {
  const due = await selectDueDigests(deps.db, batchSize)
  for (const addressee of due)
    await inTransaction(deps.db, async (transaction) => {
      const { merchant_id: merchantId, user_id: userId } = addressee
      const { merchant, notices } = await deleteDigest(transaction, addressee)
      const person = await selectPerson(transaction, merchantId, userId)
      if (person === undefined) return
      const allowed = rolePermissions(person.role, person.permissions)
      const readable = notices.filter(({ kind }) => allowed.has(permissionOfKind[kind])).slice(0, maxLines)
      if (readable.length === 0) return
      const locale = writtenLocale((await selectSettings(transaction, merchantId)).locale)
      const settings = `${publicUrl(deps.config)}/console/settings/notifications`
      await mailUser(transaction, userId, digested, { merchant, notices: readable, settings }, { locale })
    })
}
