import { readFileSync } from 'node:fs'

/** The release of this process: the version in package.json. */
export const release: string = JSON.parse(
  readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'),
).version

/** Whether the first of two versions (`0.2.0`) comes before the second. */
export function isBefore(version: string, other: string): boolean {
  const [mine, theirs] = [version, other].map((text) => text.split('.').map(Number))
  const place = theirs?.findIndex((number, index) => number !== mine?.[index]) ?? -1
  return place !== -1 && (mine?.[place] ?? 0) < (theirs?.[place] ?? 0)
}
