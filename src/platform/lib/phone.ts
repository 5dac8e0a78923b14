/**
 * A telephone number in E.164's shape: `+` and 7 to 15 digits; undefined if it is none. Spaces, hyphens and brackets
 * are how people write them and are dropped. Whether it is in service is not ours to judge.
 */
export function readE164(phone: string): string | undefined {
  const digits = phone.replace(/[ ()-]/g, '')
  return /^\+[1-9]\d{6,14}$/.test(digits) ? digits : undefined
}

export const phoneFault = 'must be + and 7 to 15 digits (E.164)'
