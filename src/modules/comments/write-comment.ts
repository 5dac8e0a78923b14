import { mailUser } from '#src/modules/identity/index.ts'
import { selectSettings } from '#src/modules/merchants/index.ts'
import { recordAudit } from '#src/platform/audit/index.ts'
import { type Executor, inTransaction, type Transaction } from '#src/platform/db/transaction.ts'
import type { Staff } from '#src/platform/http/auth/authentication.ts'
import { invalid, notFound } from '#src/platform/lib/errors.ts'
import { newId } from '#src/platform/lib/ids.ts'
import { writtenLocale } from '#src/platform/lib/languages.ts'
import { type LinkConfig, publicUrl } from '#src/platform/mail/index.ts'
import { mentioned } from './letters.ts'
import { type CommentRow, insertComment, selectComment, selectMembersNamed, selectSubject } from './queries.ts'
import { mentionsIn, type Subject } from './rules.ts'

/** Where the console shows it. */
const pages: Record<Subject, string> = {
  order: 'orders/',
  customer: 'customers/',
  return: 'returns?open=',
  product: 'products/',
}

interface NewComment {
  subject: Subject
  id: string
  text: string
}

/**
 * Writes a comment, and mails it to the colleagues whom it names. A name that nobody has stays a text.
 * @throws AppError NOT_FOUND, VALIDATION_ERROR
 */
export function writeComment(
  db: Executor,
  config: LinkConfig,
  staff: Staff,
  { subject, id: subjectId, text: typed }: NewComment,
): Promise<CommentRow> {
  const text = typed.trim()
  if (text === '') throw invalid({ field: 'text', message: 'must not be blank' })
  const { merchantId } = staff
  return inTransaction(db, async (transaction) => {
    const found = await selectSubject(transaction, { merchantId, subject, id: subjectId })
    if (found === undefined) throw notFound(subject)
    const id = newId()
    const authorId = staff.cause.actor.id ?? staff.userId
    await insertComment(transaction, { merchantId, subject, id: found.id }, { id, text, authorId })
    const comment = await selectComment(transaction, merchantId, id)
    if (comment === undefined) throw new Error(`comment ${id} was not written`)
    const url = `${publicUrl(config)}/console/${pages[subject]}${found.id}`
    await mailMentioned(transaction, staff, comment, { subject, name: found.name, url })
    await recordAudit(transaction, staff, [{ action: `${subject}.commented`, targetId: found.id }])
    return comment
  })
}

async function mailMentioned(
  transaction: Transaction,
  { merchantId, userId }: Staff,
  { id, text, author_name }: CommentRow,
  about: { subject: Subject; name: string; url: string },
): Promise<void> {
  const names = mentionsIn(text)
  if (names.length === 0) return
  const members = await selectMembersNamed(transaction, merchantId, names)
  const locale = writtenLocale((await selectSettings(transaction, merchantId)).locale)
  for (const member of members.filter((one) => one.id !== userId)) {
    const data = { ...about, author: author_name ?? '', text }
    await mailUser(transaction, member.id, mentioned, data, { locale, key: `mail:comment:${id}:${member.id}` })
  }
}
