import { type Static, Type } from 'typebox'
import { body, named } from '#src/platform/http/envelope.ts'
import type { FirstStepsRow } from './queries.ts'
import { pageOfStep, type StepId, type StepState, stateOf, stepIds, stepStates } from './rules.ts'

const State = Type.Unsafe<StepState>(Type.String({ enum: [...stepStates] }))

export const FirstSteps = named(
  'FirstSteps',
  Type.Object({
    dismissed: Type.Boolean({ description: 'The shop does not want to see the list.' }),
    open: Type.Integer({ description: 'Steps that are neither done nor dismissed.', examples: [4] }),
    steps: Type.Array(
      Type.Object({
        id: Type.Unsafe<StepId>(Type.String({ enum: [...stepIds] })),
        state: State,
        page: Type.String({ description: 'The page of the console that does it.', examples: [pageOfStep.tax] }),
        missing: Type.Optional(
          Type.Array(Type.String({ examples: ['imprint'] }), {
            description: 'Of `policies`: kinds of pages that the shop’s country asks for and that are not published.',
          }),
        ),
      }),
    ),
  }),
)

export const ChangeFirstSteps = body('ChangeFirstSteps', {
  dismissed: Type.Optional(Type.Boolean({ description: 'Of the list as a whole.' })),
  steps: Type.Optional(
    Type.Object(Object.fromEntries(stepIds.map((id) => [id, Type.Optional(State)])), {
      additionalProperties: false,
      description: 'Steps by their id. `open` again: it is done once the shop has what it asks for.',
      examples: [{ name: 'done', storefront: 'dismissed' }],
    }),
  ),
})

export function presentFirstSteps({
  states,
  dismissed,
  found,
  missingPages,
}: FirstStepsRow): Static<typeof FirstSteps> {
  const steps = stepIds.map((id) => ({
    id,
    state: stateOf(states[id], found[id]),
    page: pageOfStep[id],
    ...(id === 'policies' && { missing: missingPages }),
  }))
  return { dismissed, open: steps.filter(({ state }) => state === 'open').length, steps }
}
