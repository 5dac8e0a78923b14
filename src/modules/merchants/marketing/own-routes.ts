import { type Static, Type } from 'typebox'
import type { App } from '#src/platform/http/app.ts'
import { shopperOf } from '#src/platform/http/auth/authentication.ts'
import { body, envelope, errors, Nullable, named, ok, Timestamp } from '#src/platform/http/envelope.ts'
import type { Dependencies } from '../dependencies.ts'
import { changeOwnConsent } from './own-consent.ts'
import { type ConsentRow, ownSources, selectOwnConsent } from './queries.ts'

const OwnConsent = named(
  'OwnConsent',
  Type.Object({
    accepts_marketing: Type.Boolean({ description: 'Agreed, and not withdrawn.' }),
    at: Nullable({ ...Timestamp, description: 'When the shopper agreed; null: never.' }),
    source: Nullable(Type.String({ description: 'How they agreed.', examples: ['checkout'] })),
    withdrawn_at: Nullable(Timestamp),
  }),
)

const ConsentInput = body('ConsentInput', {
  accepts_marketing: Type.Boolean(),
  source: Type.Optional(
    Type.Unsafe<(typeof ownSources)[number]>(
      Type.String({
        enum: [...ownSources],
        description: 'Where the shopper was asked; kept with the consent. By default `profile`.',
      }),
    ),
  ),
})

const tags = ['Customers']

/** The shopper's own consent to marketing of one shop. */
export function ownConsentRoutes(app: App, { shop }: Dependencies): void {
  app.get(
    '/user/marketing',
    {
      schema: {
        tags,
        operationId: 'getOwnConsent',
        summary: 'Own consent to marketing of the shop',
        description: 'Of this shop alone, with when and how it was given, and when it was withdrawn.',
        response: { 200: envelope(OwnConsent) },
      },
    },
    async (request) => {
      const { userId, merchant } = shopperOf(request)
      return ok(presentConsent(await selectOwnConsent(shop(merchant.id), merchant.id, userId)))
    },
  )

  app.put(
    '/user/marketing',
    {
      schema: {
        tags,
        operationId: 'setOwnConsent',
        summary: 'Agree to marketing of the shop, or withdraw it',
        description:
          'Of this shop alone. Send `true` only for a box that the shopper ticked themselves. Time and source are ' +
          'kept. A guest can agree after their first order, which has their e-mail address: before, CONFLICT.',
        body: ConsentInput,
        response: { 200: envelope(OwnConsent), ...errors('CONFLICT') },
      },
    },
    async (request) => {
      const shopper = shopperOf(request)
      return ok(presentConsent(await changeOwnConsent(shop(shopper.merchant.id), shopper, request.body)))
    },
  )
}

function presentConsent({ consent_at, consent_source, consent_withdrawn_at }: ConsentRow): Static<typeof OwnConsent> {
  return {
    accepts_marketing: consent_at !== null && consent_withdrawn_at === null,
    at: consent_at?.toISOString() ?? null,
    source: consent_source,
    withdrawn_at: consent_withdrawn_at?.toISOString() ?? null,
  }
}
