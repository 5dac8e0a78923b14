import type { Databases } from '#src/platform/db/databases.ts'
import type { Background } from '#src/platform/jobs/runner.ts'
import { makeCodes } from './generate-codes.ts'

export const promotionsBackground: Background<Databases> = { jobs: [makeCodes] }
