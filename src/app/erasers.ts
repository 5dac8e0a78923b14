import { deleteCartsOfUser } from '#src/modules/carts/index.ts'
import type { Eraser } from '#src/modules/identity/index.ts'
import { eraseRecords } from '#src/modules/merchants/index.ts'
import { eraseGifts } from '#src/modules/orders/index.ts'
import { eraseFromUses } from '#src/modules/promotions/index.ts'
import { eraseNotes } from '#src/modules/returns/index.ts'
import { clearMailedTo } from '#src/modules/stored-value/index.ts'
import { eraseFromEvents } from '#src/modules/webhooks/index.ts'

/** Deletes a user's data outside identity's own tables; a module that keeps such data adds its function here. */
export const erasers: readonly Eraser[] = [
  deleteCartsOfUser,
  eraseFromUses,
  eraseNotes,
  clearMailedTo,
  eraseGifts,
  (transaction, userId) => eraseRecords(transaction, userId),
  eraseFromEvents,
]
