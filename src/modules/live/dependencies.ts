import type { Registry } from 'prom-client'
import type { Databases } from '#src/platform/db/databases.ts'
import type { AuthenticationServices } from '#src/platform/http/auth/authentication-services.ts'
import type { Logger } from '#src/platform/lib/logger.ts'

/** What `app` passes to this module. */
export interface Dependencies extends Databases, AuthenticationServices {
  logger: Logger
  metrics: Registry
}
