import { t } from '#console/lib/text.ts'

/**
 * The console names its device by browser and system, so that a list of sessions can be read:
 * `console-firefox-linux-4f1c…`.
 */

/** The first that the user agent contains; others pretend to be those below them. */
const browsers = [
  ['Edg', 'Edge'],
  ['OPR', 'Opera'],
  ['Firefox', 'Firefox'],
  ['Chrome', 'Chrome'],
  ['Safari', 'Safari'],
] as const

const systems = [
  ['Windows', 'Windows'],
  ['Android', 'Android'],
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['CrOS', 'ChromeOS'],
  ['Mac OS', 'macOS'],
  ['Linux', 'Linux'],
] as const

type Names = readonly (readonly [part: string, name: string])[]

export function newDeviceId(userAgent = navigator.userAgent): string {
  const named = (names: Names) => names.find(([part]) => userAgent.includes(part))?.[1].toLowerCase()
  return ['console', named(browsers), named(systems), crypto.randomUUID()].filter(Boolean).join('-')
}

/** What a person calls the device of a session. Storefronts and scripts choose ids of their own: these stay. */
export function deviceName(id: string): string {
  if (!id.startsWith('console-')) return id
  const [, ...parts] = id.split('-')
  const named = (names: Names) => names.find(([, name]) => parts.includes(name.toLowerCase()))?.[1]
  const [browser, system] = [named(browsers), named(systems)]
  if (browser === undefined) return t('A browser')
  return system === undefined ? browser : t('{browser} on {system}', { browser, system })
}
