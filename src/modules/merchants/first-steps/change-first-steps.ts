import { recordAudit } from '#src/platform/audit/index.ts'
import { type Executor, inTransaction } from '#src/platform/db/transaction.ts'
import type { Staff } from '#src/platform/http/auth/authentication.ts'
import { lockSettings } from '../settings/queries.ts'
import { type FirstStepsRow, selectFirstSteps, updateFirstSteps } from './queries.ts'
import { type StepId, type StepState, stateOf, stepIds } from './rules.ts'

export interface FirstStepsChange {
  dismissed?: boolean
  steps?: Partial<Record<StepId, StepState>>
}

/** Says of steps that they are done, dismissed, or open again. */
export function changeFirstSteps(
  db: Executor,
  staff: Staff,
  { dismissed, steps = {} }: FirstStepsChange,
): Promise<FirstStepsRow> {
  const { merchantId } = staff
  return inTransaction(db, async (transaction) => {
    await lockSettings(transaction, merchantId)
    const before = await selectFirstSteps(transaction, merchantId)
    const after = {
      found: before.found,
      missingPages: before.missingPages,
      states: { ...before.states, ...steps },
      dismissed: dismissed ?? before.dismissed,
    }
    await updateFirstSteps(transaction, merchantId, { states: after.states, dismissed: after.dismissed })
    const changes = Object.fromEntries(
      stepIds.flatMap((id) => {
        const [was, is] = [before, after].map(({ states, found }) => stateOf(states[id], found[id]))
        return was === is || was === undefined || is === undefined ? [] : [[id, [was, is] as const]]
      }),
    )
    const all = {
      ...changes,
      ...(before.dismissed !== after.dismissed && { dismissed: [before.dismissed, after.dismissed] as const }),
    }
    if (Object.keys(all).length > 0) {
      await recordAudit(transaction, staff, [{ action: 'settings.updated', targetId: merchantId, changes: all }])
    }
    return after
  })
}
