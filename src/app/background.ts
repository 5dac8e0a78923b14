import { auditBackground } from '#src/modules/audit/index.ts'
import { cartsBackground } from '#src/modules/carts/index.ts'
import { catalogBackground, noticeStores } from '#src/modules/catalog/index.ts'
import { dashboardBackground } from '#src/modules/dashboard/index.ts'
import { identityBackground, twoFactorSecrets } from '#src/modules/identity/index.ts'
import { inventoryBackground } from '#src/modules/inventory/index.ts'
import { merchantsBackground } from '#src/modules/merchants/index.ts'
import { ordersBackground } from '#src/modules/orders/index.ts'
import { papersBackground } from '#src/modules/papers/index.ts'
import { nextActions, paymentsBackground } from '#src/modules/payments/index.ts'
import { promotionsBackground } from '#src/modules/promotions/index.ts'
import { returnsBackground } from '#src/modules/returns/index.ts'
import { searchBackground } from '#src/modules/search/index.ts'
import { settlementBackground } from '#src/modules/settlement/index.ts'
import { giftCardCodes, storedValueBackground } from '#src/modules/stored-value/index.ts'
import { taxesBackground } from '#src/modules/taxes/index.ts'
import { startDeliveryEngine } from '#src/modules/webhooks/engine/engine.ts'
import { webhookSecrets, webhooksBackground } from '#src/modules/webhooks/index.ts'
import { type Background, runInBackground } from '#src/platform/jobs/runner.ts'
import { storedAnswers } from '#src/platform/sweeps/idempotency-keys.ts'
import { resealSweep } from '#src/platform/sweeps/reseal.ts'
import { statisticsSweep } from '#src/platform/sweeps/statistics.ts'
import type { Dependencies } from './dependencies.ts'

/** All values encrypted at rest. */
const sealedValues = [webhookSecrets, twoFactorSecrets, storedAnswers, nextActions, giftCardCodes]

/** Jobs and sweeps of all modules. */
export const background: readonly Background<Dependencies>[] = [
  auditBackground,
  cartsBackground,
  catalogBackground,
  dashboardBackground,
  identityBackground,
  inventoryBackground,
  merchantsBackground,
  promotionsBackground,
  webhooksBackground,
  ordersBackground,
  settlementBackground,
  papersBackground,
  paymentsBackground,
  returnsBackground,
  searchBackground,
  storedValueBackground,
  taxesBackground,
  { sweeps: [resealSweep<Dependencies>(sealedValues), statisticsSweep] },
]

/** Starts everything that runs outside requests: jobs, sweeps and webhook deliveries. */
export function startBackground(deps: Dependencies): { stop(): Promise<void> } {
  const jobs = runInBackground(deps, background)
  const stores = noticeStores(deps)
  const engine = startDeliveryEngine(deps)
  return {
    async stop() {
      await Promise.all([jobs, stores, engine].map((each) => each.stop()))
    },
  }
}
