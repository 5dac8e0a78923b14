import { sql } from 'kysely'
import type { Transaction } from '#src/platform/db/transaction.ts'
import type { RecordFields } from './read-fields.ts'

/** Writes the record of a customer whose row is locked. @throws the violation of `customers_by_staff` */
export async function updateRecord(
  transaction: Transaction,
  merchantId: string,
  id: string,
  fields: RecordFields,
  { emailKey, keepsAddresses, isNew }: { emailKey: string | undefined; keepsAddresses: boolean; isNew: boolean },
): Promise<void> {
  const { email, name, phone, company, vat_number, tags, note, locale, tax_exempt, send_before_paid } = fields
  const { consent_at, consent_source, consent_withdrawn_at } = fields
  const setAddresses = sql`addresses = ${JSON.stringify(fields.addresses)}::jsonb, addresses_at = now(),`
  await sql`
    update customers
       set told = true, name = ${name}, name_key = customer_name_key(${name}), email = ${email},
           email_key = coalesce(${emailKey ?? null}, email_key), phone = ${phone},
           phone_key = ${phone?.replace(/\D/g, '') ?? ''}, company = ${company}, vat_number = ${vat_number},
           ${keepsAddresses ? setAddresses : sql``} tags = ${tags}::text[], note = ${note}, locale = ${locale},
           consent_at = ${consent_at}, consent_source = ${consent_source},
           consent_withdrawn_at = ${consent_withdrawn_at}, tax_exempt = ${tax_exempt},
           send_before_paid = ${send_before_paid},
           version = version + ${isNew ? 0 : 1}
     where merchant_id = ${merchantId} and user_id = ${id}`.execute(transaction)
}
