import { Type } from 'typebox'
import { AppError } from '#src/platform/lib/errors.ts'

export const Version = Type.Integer({
  minimum: 0,
  description: 'Grows with each change; 0 until it is written. Send it back as `expected_version`.',
  examples: [3],
})

/** Keeps a change from overwriting one that it does not know. @throws AppError CONFLICT */
export function checkVersion(what: string, version: number, expected: number | undefined): void {
  if (expected === undefined || expected === version) return
  throw new AppError('CONFLICT', `the ${what} has changed since; read it again`, { details: { version } })
}
