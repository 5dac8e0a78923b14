import { Type } from 'typebox'
import type { App } from '#src/platform/http/app.ts'
import { body, envelope, errors, line, named, ok, Uuid } from '#src/platform/http/envelope.ts'
import { invalid } from '#src/platform/lib/errors.ts'
import type { Dependencies } from '../dependencies.ts'
import { countVisit } from './count-visit.ts'
import { maxSources, type VisitKind, visitKinds } from './rules.ts'

const CountVisit = body('CountVisit', {
  kind: Type.Unsafe<VisitKind>(
    Type.String({ enum: [...visitKinds], description: 'The step of the visit; send each once per visit.' }),
  ),
  source: Type.Optional(
    line({
      min: 0,
      max: 500,
      description:
        'Where the visit came from: the host of the referrer, or `utm_source`. Kept as a word of at most 50 ' +
        `characters in lower case; empty: \`direct\`. Beyond ${maxSources} sources of a day others count as \`other\`.`,
      examples: ['google.com'],
    }),
  ),
})

const CountedVisit = named('CountedVisit', Type.Object({ counted: Type.Literal(true) }))

/** For storefronts. */
export function visitRoutes(app: App, deps: Dependencies): void {
  app.post(
    '/catalog/visits',
    {
      config: { storefront: true },
      schema: {
        tags: ['Catalog'],
        operationId: 'countVisit',
        summary: 'Count a step of a visit',
        description:
          'Adds one to a count of the day, at the shop of the key; with a session, at the one that `merchant_id` ' +
          'names. Nothing of the visitor is kept: no address, no cookie, no account.',
        querystring: Type.Object({ merchant_id: Type.Optional(Uuid) }),
        body: CountVisit,
        response: { 202: envelope(CountedVisit), ...errors('NOT_FOUND') },
      },
    },
    async (request, reply) => {
      const { merchant_id: merchantId } = request.query
      if (merchantId === undefined) {
        throw invalid({ field: 'merchant_id', message: 'is required unless the request has a storefront’s key' })
      }
      await countVisit(deps, merchantId, request.body)
      return reply.code(202).send(ok({ counted: true as const }))
    },
  )
}
