import { invalid } from '#src/platform/lib/errors.ts'
import { phoneFault, readPhone } from '#src/platform/lib/phone.ts'

/** How long sessions last, in seconds. */
export const sessionLife = {
  /** After the last refresh. */
  seconds: 30 * 86_400,
  /** After sign-in, however often they are refreshed. */
  mostSeconds: 90 * 86_400,
}

/** Admin sessions end after so long without a request, give or take the step in which their use is noted. */
export const staffIdle = { seconds: 12 * 3_600, stepSeconds: 60 }

/** E-mail addresses are compared case-insensitively, in Unicode NFKC form. */
export function emailKey(email: string): string {
  return email.normalize('NFKC').toLowerCase()
}

/** A telephone number as it is kept. @throws AppError VALIDATION_ERROR if it is none */
export function checkPhone(phone: string | null | undefined): string | null {
  return phone == null ? null : (readPhone(phone) ?? refusePhone())
}

function refusePhone(): never {
  throw invalid({ field: 'phone', message: phoneFault() })
}
