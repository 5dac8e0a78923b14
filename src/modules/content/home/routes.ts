import type { App } from '#src/platform/http/app.ts'
import { staffOf } from '#src/platform/http/auth/authentication.ts'
import { envelope, errors, ok } from '#src/platform/http/envelope.ts'
import type { Dependencies } from '../dependencies.ts'
import { removedFrom } from '../pages/schemas.ts'
import { type HomeInput, readHome, setHome } from './manage-home.ts'
import { Home, SetHome } from './schemas.ts'

const tags = ['Content']

/** The home page as staff writes it. */
export function homeRoutes(app: App, deps: Dependencies): void {
  app.get(
    '/admin/home',
    {
      config: { permission: 'content.read' },
      schema: {
        tags,
        operationId: 'getOwnHome',
        summary: 'The sections of the shop’s home page, with what is gone marked',
        response: { 200: envelope(Home) },
      },
    },
    async (request) => {
      const { merchantId } = staffOf(request)
      return ok(await readHome(deps.shop(merchantId), merchantId))
    },
  )

  app.put(
    '/admin/home',
    {
      config: { permission: 'content.write' },
      schema: {
        tags,
        operationId: 'setHome',
        summary: 'Write the sections of the home page',
        description:
          'These in place of those it has. Sections that stood in it may name what is gone. 409 if the home page is ' +
          'no longer of `expected_version`.',
        body: SetHome,
        response: { 200: envelope(Home), ...errors('CONFLICT') },
      },
    },
    async (request) => {
      const staff = staffOf(request)
      const input = request.body as HomeInput
      const home = await setHome(deps.shop(staff.merchantId), staff, input)
      return ok({ ...home, ...removedFrom(...input.sections.map(({ body_html }) => body_html)) })
    },
  )
}
