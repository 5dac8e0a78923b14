import type { Databases } from '#src/platform/db/databases.ts'
import type { Background } from '#src/platform/jobs/runner.ts'
import type { Sweep } from '#src/platform/sweeps/index.ts'
import { deleteOldVatChecks } from './vat-queries.ts'

const forgetVatChecks: Sweep<Databases> = {
  name: 'taxes.forget-vat-checks',
  everyMs: () => 3_600_000,
  run: ({ db }) => deleteOldVatChecks(db),
}

export const taxesBackground: Background<Databases> = { sweeps: [forgetVatChecks] }
