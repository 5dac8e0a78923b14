import { type Basket, choosing } from '#src/modules/promotions/choice-rules.ts'
import type { Candidate, Discounted } from '#src/modules/promotions/rules.ts'

/** The best promotions, without a pause. */
export function chooseBest(basket: Basket, candidates: readonly Candidate[]): Discounted {
  const steps = choosing(basket, candidates)
  for (let step = steps.next(); ; step = steps.next()) if (step.done) return step.value
}
