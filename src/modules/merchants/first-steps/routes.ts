import type { App } from '#src/platform/http/app.ts'
import { staffOf } from '#src/platform/http/auth/authentication.ts'
import { envelope, ok } from '#src/platform/http/envelope.ts'
import type { Dependencies } from '../dependencies.ts'
import { changeFirstSteps, type FirstStepsChange } from './change-first-steps.ts'
import { selectFirstSteps } from './queries.ts'
import { ChangeFirstSteps, FirstSteps, presentFirstSteps } from './schemas.ts'

const url = '/admin/first-steps'

export function firstStepsRoutes(app: App, deps: Dependencies): void {
  app.get(
    url,
    {
      config: { permission: 'settings.read' },
      schema: {
        tags: ['Merchant'],
        operationId: 'getFirstSteps',
        summary: 'What leads to a shop that sells',
        description: 'A step is done once the shop has what it asks for, or once staff says so.',
        response: { 200: envelope(FirstSteps) },
      },
    },
    async (request) => {
      const { merchantId } = staffOf(request)
      return ok(presentFirstSteps(await selectFirstSteps(deps.shop(merchantId), merchantId)))
    },
  )

  app.patch(
    url,
    {
      config: { permission: 'settings.write' },
      schema: {
        tags: ['Merchant'],
        operationId: 'changeFirstSteps',
        summary: 'Say that first steps are done or not wanted',
        body: ChangeFirstSteps,
        response: { 200: envelope(FirstSteps) },
      },
    },
    async (request) => {
      const staff = staffOf(request)
      const change = request.body as FirstStepsChange
      return ok(presentFirstSteps(await changeFirstSteps(deps.shop(staff.merchantId), staff, change)))
    },
  )
}
