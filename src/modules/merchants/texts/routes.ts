import { Type } from 'typebox'
import type { App } from '#src/platform/http/app.ts'
import { staffOf } from '#src/platform/http/auth/authentication.ts'
import { envelope, errors, line, ok } from '#src/platform/http/envelope.ts'
import type { Dependencies } from '../dependencies.ts'
import { selectTexts } from './queries.ts'
import { presentTexts, SetShopTexts, ShopTexts } from './schemas.ts'
import { readLanguage, setTexts } from './set-texts.ts'

const tags = ['Markets']
const params = Type.Object({
  locale: line({ max: 35, description: 'A language of mails, papers and pages.', examples: ['en'] }),
})
/** Several hundred texts of some length. */
const bodyLimit = 2_097_152

/** A shop's own texts in mails, papers and pages. */
export function shopTextRoutes(app: App, deps: Dependencies): void {
  app.get(
    '/admin/texts/:locale',
    {
      config: { permission: 'settings.read' },
      schema: {
        tags,
        operationId: 'getTexts',
        summary: 'What mails, papers and pages say in a language',
        description: 'Each text of the service beside that of the shop.',
        params,
        response: { 200: envelope(ShopTexts) },
      },
    },
    async (request) => {
      const { merchantId } = staffOf(request)
      const language = readLanguage(request.params.locale)
      return ok(presentTexts(language, await selectTexts(deps.shop(merchantId), merchantId, language)))
    },
  )

  app.put(
    '/admin/texts/:locale',
    {
      bodyLimit,
      config: { permission: 'settings.write' },
      schema: {
        tags,
        operationId: 'setTexts',
        summary: 'Put mails, papers and pages into own words',
        description:
          'Replaces all own texts of the language; `{"texts": {}}` goes back to ours. Papers that were issued stay ' +
          'as they were. 409 for a version that is no longer `expected_version`.',
        params,
        body: SetShopTexts,
        response: { 200: envelope(ShopTexts), ...errors('CONFLICT') },
      },
    },
    async (request) => {
      const staff = staffOf(request)
      const language = readLanguage(request.params.locale)
      const { hasTexts, ...row } = await setTexts(deps.shop(staff.merchantId), staff, language, request.body)
      deps.merchants.change(staff.merchantId, { hasTexts })
      return ok(presentTexts(language, row))
    },
  )
}
