import { Type } from 'typebox'
import { defaultLimits, listQuery, pageOf, paginate } from '#src/platform/http/answers/pagination.ts'
import type { App } from '#src/platform/http/app.ts'
import { staffOf } from '#src/platform/http/auth/authentication.ts'
import { envelope, errors, line, ok, Uuid } from '#src/platform/http/envelope.ts'
import { toPage } from '#src/platform/lib/page.ts'
import type { Dependencies } from '../dependencies.ts'
import { removedFrom } from '../products/descriptions.ts'
import { canonicalLocale, readTranslation, setTranslation } from './manage-translations.ts'
import { countSubjects, selectSubjects } from './queries.ts'
import { readableTypes } from './rules.ts'
import { presentTranslation, SetTranslation, Translatable, Translation, Type_ } from './schemas.ts'

const tags = ['Markets']
const Locale = line({ max: 35, description: 'A language of BCP 47.', examples: ['de'] })
const params = Type.Object({ type: Type_, id: Uuid, locale: Locale })

/** Texts of products, groups, collections, methods and promotions in other languages. */
export function translationRoutes(app: App, deps: Dependencies): void {
  app.get(
    '/admin/translations',
    {
      config: { permission: 'products.read' },
      schema: {
        tags,
        operationId: 'listTranslatable',
        summary: 'What can be translated, or what has no name in a language',
        description:
          'Products, groups and collections that are not archived, methods, and promotions that are not over; ' +
          'variants have the texts of their group. Methods need `settings.read`, promotions `promotions.read`.',
        querystring: listQuery(defaultLimits, {
          missing: Type.Optional({ ...Locale, description: 'A language of BCP 47: only what has no name in it.' }),
        }),
        response: { 200: pageOf(Translatable) },
      },
    },
    async (request) => {
      const { merchantId, permissions } = staffOf(request)
      const { missing } = request.query
      const locale = missing === undefined ? undefined : canonicalLocale(missing, 'missing')
      const types = readableTypes(permissions)
      const wanted = { types, missing: locale }
      const list = paginate(deps, ['/admin/translations', merchantId, locale ?? null, types.join()], request.query)
      const rows = await selectSubjects(deps.shop(merchantId), merchantId, wanted, list.request)
      const count = () => countSubjects(deps.shop(merchantId), merchantId, wanted)
      return list.answer(await toPage(rows, list.request, count, ({ type, id }) => [type, id]), (row) => row)
    },
  )

  app.get(
    '/admin/translations/:type/:id/:locale',
    {
      config: { permission: 'products.read' },
      schema: {
        tags,
        operationId: 'getTranslation',
        summary: 'The texts of a thing in a language, beside the shop’s own',
        description: 'Null is what is not translated. Methods need `settings.read`, too, promotions `promotions.read`.',
        params,
        response: { 200: envelope(Translation) },
      },
    },
    async (request) => {
      const staff = staffOf(request)
      const { merchantId } = staff
      const { type, id, locale } = request.params
      const subject = { merchantId, type, id: id.toLowerCase() }
      return ok(presentTranslation(await readTranslation(deps.shop(merchantId), staff, subject, locale)))
    },
  )

  app.put(
    '/admin/translations/:type/:id/:locale',
    {
      config: { permission: 'products.write' },
      schema: {
        tags,
        operationId: 'setTranslation',
        summary: 'Write the texts of a thing in a language',
        description:
          'These in place of those it has; without any there is no translation. Readers get, of each field, the text ' +
          'of their locale, else of its language, of the default of their market, of the shop. 409 for a slug of ' +
          'another, and for a version that is no longer `expected_version`. Methods need `settings.write`, too, ' +
          'promotions `promotions.write`.',
        params,
        body: SetTranslation,
        response: { 200: envelope(Translation), ...errors('CONFLICT') },
      },
    },
    async (request) => {
      const staff = staffOf(request)
      const { type, id, locale } = request.params
      const subject = { merchantId: staff.merchantId, type, id: id.toLowerCase() }
      const written = await setTranslation(deps.shop(staff.merchantId), staff, subject, locale, request.body)
      return ok({ ...presentTranslation(written), ...removedFrom(request.body) })
    },
  )
}
