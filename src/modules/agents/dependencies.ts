import type { AuthenticationServices } from '#src/platform/http/auth/authentication-services.ts'
import type { Logger } from '#src/platform/lib/logger.ts'
import type { Seal } from '#src/platform/lib/sealed.ts'

/** What `app` passes to this module. */
export interface Dependencies extends AuthenticationServices {
  seal: Seal
  logger: Logger
  config: { PUBLIC_URL?: string | undefined }
}
