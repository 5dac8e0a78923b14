import { changesOf, recordAudit } from '#src/platform/audit/index.ts'
import { type Executor, inTransaction } from '#src/platform/db/transaction.ts'
import type { Staff } from '#src/platform/http/auth/authentication.ts'
import { AppError, invalid } from '#src/platform/lib/errors.ts'
import { type Language, languages } from '#src/platform/lib/languages.ts'
import { lockSettings, setOffers } from '../settings/queries.ts'
import { changedTexts, faultsOf, type GivenTexts } from './check-texts.ts'
import { hasAnyTexts, replaceTexts, selectTexts, type TextsRow } from './queries.ts'

/** @throws AppError VALIDATION_ERROR for a language that the service does not write */
export function readLanguage(locale: string): Language {
  const language = languages.find((one) => one === locale.toLowerCase())
  if (language === undefined) throw invalid({ field: 'locale', message: `must be one of ${languages.join(', ')}` })
  return language
}

/**
 * Writes the texts of a shop in one language in place of those that it has.
 * @throws AppError VALIDATION_ERROR, CONFLICT for another version
 */
export function setTexts(
  db: Executor,
  staff: Staff,
  language: Language,
  { texts: given, expected_version: expected }: { texts: GivenTexts; expected_version?: number },
): Promise<TextsRow & { hasTexts: boolean }> {
  const { merchantId } = staff
  return inTransaction(db, async (transaction) => {
    const { storefront_url } = await lockSettings(transaction, merchantId)
    const host = storefront_url !== null && URL.canParse(storefront_url) ? new URL(storefront_url).host : null
    const texts = changedTexts(language, given)
    const before = await selectTexts(transaction, merchantId, language)
    // What was checked before and is kept needs no second look: the shop's address may have changed since.
    const fresh = Object.fromEntries(Object.entries(texts).filter(([key, text]) => before.texts[key] !== text))
    const faults = faultsOf(language, fresh, host)
    if (faults.length > 0) throw invalid(...faults)
    const changes = changesOf(rowOf(language, before), rowOf(language, { texts }))
    // What was sent twice is written once.
    if (Object.keys(changes).length === 0) return { ...before, hasTexts: await hasAnyTexts(transaction, merchantId) }
    if (expected !== undefined && expected !== before.version)
      throw new AppError('CONFLICT', 'the texts have changed since; read them again', {
        details: { version: before.version },
      })
    const row = await replaceTexts(transaction, { merchantId, language }, texts)
    const hasTexts = await hasAnyTexts(transaction, merchantId)
    await setOffers(transaction, merchantId, { has_texts: hasTexts })
    await recordAudit(transaction, staff, [{ action: 'texts.updated', targetId: merchantId, changes }])
    return { ...row, hasTexts }
  })
}

function rowOf(language: Language, { texts }: Pick<TextsRow, 'texts'>): Record<string, string> {
  return Object.fromEntries(Object.entries(texts).map(([key, text]) => [`${language}.${key}`, text]))
}
