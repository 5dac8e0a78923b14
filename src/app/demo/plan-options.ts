import type { Trade } from './clock-queries.ts'
import type { Account } from './shop.ts'

export interface PlanOptions extends Trade {
  accounts: { owner: Account; manager: Account }
  /** Where deliveries arrive while the shop is made. */
  receiver: string
}
