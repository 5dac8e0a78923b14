import type { UseMutationResult } from '@tanstack/react-query'
import type { Return } from '../orders/returns-of-order.ts'
import type { ReturnBody } from './return-plan.ts'

/** What each step of a return gets. */
export interface StepsProps {
  row: Return
  change: Pick<UseMutationResult<Return, unknown, ReturnBody>, 'error' | 'isPending' | 'mutate' | 'reset' | 'variables'>
  onClose: () => void
}
