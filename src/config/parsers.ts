import { isIP } from 'node:net'
import { isEmail } from '#src/platform/lib/email.ts'
import type { NamedSecret } from '#src/platform/lib/sealed.ts'
import { isName } from '#src/platform/lib/text-pattern.ts'

/** Parses the value of an environment variable; undefined if it is invalid. */
export type Parse<T> = (text: string) => T | undefined

export interface Variable<T> {
  parse: Parse<T>
  /** Description of a valid value, for the error message. */
  expected: string
  development: T
  /** Default in production, if another; `'required'`: production does not start without a value. */
  production?: T | 'required'
}

export function variable<T>(description: Variable<T>): Variable<T> {
  return description
}

export const text: Parse<string> = (value) => (value.trim() === '' ? undefined : value.trim())
export const integer =
  (min: number, max: number): Parse<number> =>
  (value) =>
    /^\d+$/.test(value) && Number(value) >= min && Number(value) <= max ? Number(value) : undefined
export const secondsFromZero =
  (max: number): Parse<number> =>
  (value) =>
    /^\d+(\.\d+)?$/.test(value) && Number(value) <= max ? Number(value) : undefined
export const secondsUpTo =
  (max: number): Parse<number> =>
  (value) =>
    secondsFromZero(max)(value) || undefined
export const seconds = secondsUpTo(31_536_000)
export const flag: Parse<boolean> = (value) => (value === 'true' ? true : value === 'false' ? false : undefined)
/** A setting that nobody gives by accident. */
export const yes: Parse<boolean> = (value) => (value === 'yes' ? true : undefined)
export const onOrOff: Parse<boolean> = (value) => (value === 'on' ? true : value === 'off' ? false : undefined)
/** A login shell sets MAIL to the path of its user's mailbox. */
export const mailSwitch: Parse<boolean> = (value) => (value.startsWith('/') ? true : onOrOff(value))
export const oneOf =
  <const T extends string>(...values: T[]): Parse<T> =>
  (value) =>
    values.find((candidate) => candidate === value)
export const list =
  <T>(parse: Parse<T>, max: number): Parse<readonly T[]> =>
  (value) => {
    const parts = value.split(',').map((part) => parse(part.trim()))
    return parts.length <= max && parts.every((part) => part !== undefined) ? (parts as T[]) : undefined
  }
/** Exactly three values. */
export const three =
  <T>(parse: Parse<T>): Parse<readonly [T, T, T]> =>
  (value) => {
    const parts = list(parse, 3)(value)
    return parts?.length === 3 ? (parts as [T, T, T]) : undefined
  }
export const url =
  (...protocols: string[]): Parse<string> =>
  (value) =>
    URL.canParse(value) && protocols.includes(new URL(value).protocol) && isDecodable(value) ? value.trim() : undefined
/** Users of the address decode its parts, which would throw. */
function isDecodable(value: string): boolean {
  try {
    decodeURIComponent(value)
    return true
  } catch {
    return false
  }
}
export const ipAddress: Parse<string> = (value) => (isIP(value) ? value : undefined)
/** Refuses a range of all addresses (`/0`) and an address with a zone: the comparison supports neither. */
export const addressOrRange: Parse<string> = (value) => {
  const [address = '', bits, ...others] = value.split('/')
  const family = isIP(address)
  if (family === 0 || address.includes('%') || others.length > 0) return undefined
  // For IPv4-mapped addresses the IPv4 bits are compared.
  const least = family === 6 && new URL(`http://[${address}]`).hostname.startsWith('[::ffff:') ? 97 : 1
  return bits === undefined || integer(least, family === 6 ? 128 : 32)(bits) !== undefined ? value : undefined
}
export const namedSecret: Parse<NamedSecret> = (value) => {
  const [kid, ...rest] = value.split(':')
  const secret = rest.join(':')
  return kid && /^[\w-]{1,64}$/.test(kid) && secret.length >= 32 ? { kid, secret } : undefined
}
export const contact: Parse<string> = (value) =>
  emailAddress(value) !== undefined && !value.includes(':') ? `mailto:${value}` : url('mailto:', 'https:')(value)
export const emailAddress: Parse<string> = (value) => (isEmail(value) ? value : undefined)
export const name: Parse<string> = (value) => (isName(value.trim()) ? value.trim() : undefined)
/** An address alone, or after a name in `<` and `>`. */
export const sender: Parse<string> = (value) =>
  isEmail(/^[^<>]*<([^<>]+)>$/.exec(value.trim())?.[1] ?? value.trim()) ? value : undefined
