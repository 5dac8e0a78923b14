import type { Exporter } from '#src/platform/module.ts'
import { selectAddresses } from './queries.ts'
import { maxAddresses } from './rules.ts'
import { presentSavedAddress, SavedAddress } from './schemas.ts'

/** The address book, as one page. */
export const exportAddresses: Exporter = {
  name: 'addresses',
  schema: SavedAddress,
  async *pages({ db }, user) {
    const rows = await selectAddresses(db, user.id, { limit: maxAddresses, offset: 0, after: undefined })
    yield rows.map(presentSavedAddress)
  },
}
