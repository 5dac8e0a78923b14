import type { Background } from '#src/platform/jobs/runner.ts'
import { changeProducts } from './bulk/change-products.ts'
import { refreshCollections } from './collections/refresh.ts'
import type { Dependencies } from './dependencies.ts'

export const catalogBackground: Background<Dependencies> = {
  jobs: [changeProducts],
  sweeps: [refreshCollections],
}
