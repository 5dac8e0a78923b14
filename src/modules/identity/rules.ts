import { readEmail } from '#src/platform/lib/email.ts'
import { invalid } from '#src/platform/lib/errors.ts'
import { phoneFault, readPhone } from '#src/platform/lib/phone.ts'

/** Lifetimes of sessions, in seconds. */
export const sessionLife = {
  /** After the last refresh. */
  seconds: 30 * 86_400,
  /** After sign-in, however often they are refreshed. */
  maxSeconds: 90 * 86_400,
}

/** Idle timeout of admin sessions, give or take the interval at which their use is recorded. */
export const staffIdle = { seconds: 12 * 3_600, stepSeconds: 60 }

/** Comparison key of an e-mail address: without case, in Unicode NFKC, with its domain in Unicode. */
export function emailKey(email: string): string {
  return plainKey(readEmail(email))
}

/**
 * Possible keys of the account of a typed address, the current form first. Older databases may have two accounts of one
 * mailbox; each keeps the key of its typed address.
 */
export function emailKeys(email: string): readonly string[] {
  return [...new Set([plainKey(email), emailKey(email)])]
}

function plainKey(email: string): string {
  return email.normalize('NFKC').toLowerCase()
}

/** A telephone number as it is kept. @throws AppError VALIDATION_ERROR if it is none */
export function checkPhone(phone: string | null | undefined): string | null {
  return phone == null ? null : (readPhone(phone) ?? refusePhone())
}

function refusePhone(): never {
  throw invalid({ field: 'phone', message: phoneFault() })
}
