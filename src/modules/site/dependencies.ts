import type { resetPassword, undoEmailChange } from '#src/modules/identity/index.ts'
import type { acceptInvitation, TextServices } from '#src/modules/merchants/index.ts'
import type { SecurityConfig } from './start/security-text.ts'

/** Dependencies that `app` passes to this module: what the actions behind mailed links need. */
export type Dependencies = Parameters<typeof resetPassword>[0] &
  Parameters<typeof undoEmailChange>[0] &
  Parameters<typeof acceptInvitation>[0] &
  TextServices & { config: SecurityConfig }
