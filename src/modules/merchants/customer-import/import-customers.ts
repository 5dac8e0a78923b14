import { type Executor, inTransaction } from '#src/platform/db/transaction.ts'
import type { Staff } from '#src/platform/http/auth/authentication.ts'
import { createValidator } from '#src/platform/http/requests/validation.ts'
import { AppError, type FieldFault } from '#src/platform/lib/errors.ts'
import { isUuid } from '#src/platform/lib/ids.ts'
import { readPhone } from '#src/platform/lib/phone.ts'
import { changeCustomer, createCustomer } from '../customers/manage-customers.ts'
import { selectCustomer } from '../customers/queries.ts'
import { keyOfEmail } from '../customers/read-fields.ts'
import { type CustomerFields, NewCustomer } from '../customers/schemas.ts'
import type { ReadColumn } from './columns.ts'
import { type Named, selectNamed } from './queries.ts'
import { type CustomerFile, type FileRow, readFile } from './read-file.ts'
import { fieldsOf, fieldsOfKnown, fieldsOfNew, type RowFields } from './row-fields.ts'
import type { customerFormats, RowOutcome } from './schemas.ts'

const maxErrors = 1_000
const previewed = 10

export interface ImportedCustomers {
  format: CustomerFile['format']
  counts: Record<RowOutcome, number>
  errors: { row: number; field: string; message: string }[]
  columns: { column: string; outcome: 'dropped'; count: number; reason: string }[]
  preview: { row: number; outcome: RowOutcome; name: string | null; email: string | null }[]
}

/** What of a file stands in other rows before it. */
type Seen = Map<string, number>

interface Import {
  staff: Staff
  format: CustomerFile['format']
  dryRun: boolean
  seen: Seen
}

/**
 * Makes and changes customers as a file says. Each row is a transaction of its own, which a dry run rolls back, so a
 * row in error costs no other.
 * @throws AppError VALIDATION_ERROR for the header, PAYLOAD_TOO_LARGE
 */
export async function importCustomers(
  db: Executor,
  staff: Staff,
  bytes: Buffer,
  { format: wanted, dryRun }: { format: (typeof customerFormats)[number]; dryRun: boolean },
): Promise<ImportedCustomers> {
  const file = readFile(bytes, wanted)
  const counts = { created: 0, updated: 0, unchanged: 0, failed: 0 }
  const [errors, preview]: [ImportedCustomers['errors'], ImportedCustomers['preview']] = [[], []]
  const run = { staff, format: file.format, dryRun, seen: new Map() }
  for (const row of file.rows) {
    const read = fieldsOf(row, file.format)
    if (read.lacksAddress) file.dropped.set(incomplete, (file.dropped.get(incomplete) ?? 0) + 1)
    const { outcome, faults } = await importRow(db, run, row, read)
    counts[outcome]++
    for (const { field, message } of faults.slice(0, maxErrors - errors.length))
      errors.push({ row: row.row, field: columnOf(file.columns, field), message })
    if (preview.length < previewed) {
      const { name = null, email = null } = read.fields
      preview.push({ row: row.row, outcome, name, email })
    }
  }
  return { format: file.format, counts, errors, preview, columns: leftOut(file) }
}

/** Under which incomplete addresses are counted. */
const incomplete = ''

function leftOut({ columns, dropped }: CustomerFile): ImportedCustomers['columns'] {
  const noAddress = 'without a name, street, city and country it is no address'
  const street = columns.find(({ target }) => target === 'address.line1')?.title ?? 'address'
  return [...dropped].map(([title, count]) => ({
    column: title === incomplete ? street : title,
    outcome: 'dropped' as const,
    count,
    reason: title === incomplete ? noAddress : (columns.find((one) => one.title === title)?.reason ?? ''),
  }))
}

interface Outcome {
  outcome: RowOutcome
  faults: FieldFault[]
}

const failed = (...faults: FieldFault[]): Outcome => ({ outcome: 'failed', faults })

/** Ends the transaction of a row in a dry run. */
class RolledBack extends Error {
  readonly outcome: RowOutcome
  constructor(outcome: RowOutcome) {
    super('dry run')
    this.outcome = outcome
  }
}

const validate = createValidator(NewCustomer)

async function importRow(db: Executor, run: Import, row: FileRow, read: RowFields): Promise<Outcome> {
  const faults = [...row.faults, ...read.faults]
  if (faults.length === 0) faults.push(...validate(structuredClone(fieldsOfNew(read))))
  if (faults.length > 0) return failed(...faults)
  const named = namedBy(row, read)
  const twice = refuseTwice(run.seen, row, named)
  if (twice !== undefined) return failed(twice)
  try {
    return { outcome: await apply(db, run, named, read), faults: [] }
  } catch (error) {
    if (error instanceof RolledBack) return { outcome: error.outcome, faults: [] }
    if (error instanceof AppError && error.status < 500) return failed(...faultsOf(error))
    throw error
  }
}

function apply(db: Executor, { staff, format, dryRun }: Import, named: Named, read: RowFields): Promise<RowOutcome> {
  const { merchantId } = staff
  return inTransaction(db, async (transaction) => {
    const id = await selectNamed(transaction, merchantId, named)
    const before = id === undefined ? undefined : await selectCustomer(transaction, merchantId, id)
    let outcome: RowOutcome = 'created'
    if (before === undefined) await createCustomer(transaction, staff, fieldsOfNew(read))
    else {
      const { email, ...fields }: CustomerFields = fieldsOfKnown(read, before, format)
      const isOther = email != null && keyOfEmail(email) !== keyOfEmail(before.email)
      const input = { ...fields, ...(isOther && { email }) }
      const after = await changeCustomer(transaction, staff, before.user_id, input)
      outcome = after.version === before.version ? 'unchanged' : 'updated'
    }
    if (dryRun) throw new RolledBack(outcome)
    return outcome
  })
}

function namedBy({ cells }: FileRow, { fields, address }: RowFields): Named {
  const phone = fields.phone == null ? undefined : (readPhone(fields.phone, address?.country) ?? fields.phone)
  const id = cells.id?.toLowerCase()
  return {
    id: id !== undefined && isUuid(id) ? id : undefined,
    emailKey: keyOfEmail(fields.email ?? null),
    phoneKey: phone?.replace(/\D/g, '') ?? '',
    name: fields.name ?? undefined,
  }
}

/** Two rows of one customer would change it with each import. */
function refuseTwice(seen: Seen, { row }: FileRow, { id, emailKey, phoneKey, name }: Named): FieldFault | undefined {
  const keys: [field: string, key: string][] = [
    ...(id === undefined ? [] : [['id', `id ${id}`] as [string, string]]),
    emailKey === '' ? ['name', `name ${name?.toLowerCase()} ${phoneKey}`] : ['email', `email ${emailKey}`],
  ]
  for (const [field, key] of keys) {
    const first = seen.get(key)
    if (first !== undefined) return { field, message: `is that of row ${first}` }
  }
  for (const [, key] of keys) seen.set(key, row)
  return undefined
}

function faultsOf({ message, details }: AppError): FieldFault[] {
  if (Array.isArray(details)) return details as FieldFault[]
  const [field = 'row'] = (details as { fields?: string[] } | undefined)?.fields ?? []
  return [{ field, message }]
}

/** The column of the file that says a field of a customer. */
function columnOf(columns: readonly ReadColumn[], field: string): string {
  const target = field
    .replace(/^addresses\[0\]\.name$/, 'name')
    .replace(/^addresses\[0\]\./, 'address.')
    .replace(/^accepts_marketing\./, 'consent_')
    .replace(/\[\d+\]$/, '')
  const titled = (wanted: string) => columns.find((column) => column.target === wanted)?.title
  return titled(target) ?? (target === 'name' ? titled('first_name') : undefined) ?? field
}
