import { deleteCartsOfUser } from '#src/modules/carts/index.ts'
import type { Eraser } from '#src/modules/identity/index.ts'
import { forgetAnswers } from '#src/platform/http/idempotency.ts'

/** What is kept of a user outside identity's own tables: one visible list, as the routes have theirs in build-app.ts. */
export const erasers: readonly Eraser[] = [forgetAnswers, deleteCartsOfUser]
