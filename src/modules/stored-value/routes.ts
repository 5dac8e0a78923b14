import { Type } from 'typebox'
import { currencyOf, isCustomer, selectCurrentId } from '#src/modules/merchants/index.ts'
import { defaultLimits, listQuery, pageOf, paginate } from '#src/platform/http/answers/pagination.ts'
import type { App } from '#src/platform/http/app.ts'
import { staffOf } from '#src/platform/http/auth/authentication.ts'
import { envelope, errors, line, ok, Uuid } from '#src/platform/http/envelope.ts'
import { once } from '#src/platform/http/requests/idempotency.ts'
import { writerOf } from '#src/platform/http/requests/reads.ts'
import { notFound } from '#src/platform/lib/errors.ts'
import { toPage } from '#src/platform/lib/page.ts'
import { countGiftCards, selectAccount, selectGiftCards } from './account-queries.ts'
import type { Dependencies } from './dependencies.ts'
import { selectEntries, selectOutstanding } from './entry-queries.ts'
import {
  adjustGiftCard,
  adjustStoreCredit,
  createGiftCard,
  disableGiftCard,
  resendGiftCard,
} from './manage-gift-cards.ts'
import { maxEntries, readStoreCredit } from './read-store-credit.ts'
import { type GiftCardStatus, giftCardStatuses } from './rules.ts'
import {
  AdjustValue,
  CreateGiftCard,
  GiftCard,
  GiftCardLedger,
  NewGiftCard,
  OutstandingValue,
  presentEntry,
  presentGiftCard,
  presentOutstanding,
  ResendGiftCard,
  StoreCredit,
} from './schemas.ts'

const tags = ['Gift cards']
const params = Type.Object({ id: Uuid })

/** For staff. */
export function giftCardRoutes(app: App, deps: Dependencies): void {
  app.get(
    '/admin/gift-cards',
    {
      config: { permission: 'gift_cards.read' },
      schema: {
        tags,
        operationId: 'listGiftCards',
        summary: 'Gift cards, newest first',
        querystring: listQuery(defaultLimits, {
          status: Type.Optional(Type.Unsafe<GiftCardStatus>(Type.String({ enum: [...giftCardStatuses] }))),
          q: Type.Optional(line({ max: 100, description: 'Part of the e-mail, note or last four letters.' })),
        }),
        response: { 200: pageOf(GiftCard) },
      },
    },
    async (request) => {
      const { merchantId } = staffOf(request)
      const { status = null, q = null, ...query } = request.query
      const filter = { status, q: q?.trim() || null }
      const list = paginate(deps, ['/admin/gift-cards', merchantId, filter], query)
      const page = await deps.reads.run(writerOf(request), deps.shop(merchantId), async (db) =>
        toPage(
          await selectGiftCards(db, merchantId, filter, list.request),
          list.request,
          () => countGiftCards(db, merchantId, filter),
          (row) => [row.id],
        ),
      )
      return list.answer(page, presentGiftCard)
    },
  )

  app.get(
    '/admin/gift-cards/outstanding',
    {
      config: { permission: 'gift_cards.read' },
      schema: {
        tags,
        operationId: 'getOutstandingValue',
        summary: 'What the shop owes by gift cards and store credit',
        description: 'What is left on those that can pay. Sold value counts as revenue when it is spent.',
        response: { 200: envelope(OutstandingValue) },
      },
    },
    async (request) => {
      const { merchantId } = staffOf(request)
      const { currency } = await shopOf(deps, merchantId)
      const rows = await deps.reads.run(writerOf(request), deps.shop(merchantId), (db) =>
        selectOutstanding(db, merchantId),
      )
      return ok(presentOutstanding(rows, currency))
    },
  )

  app.post(
    '/admin/gift-cards',
    {
      config: { permission: 'gift_cards.write' },
      schema: {
        tags,
        operationId: 'createGiftCard',
        summary: 'Make a gift card',
        description: 'The code is in this answer, and in the mail to `email`; it is not stored. It works in this shop.',
        body: CreateGiftCard,
        response: { 201: envelope(NewGiftCard), ...errors('IDEMPOTENCY_KEY_REUSED') },
      },
    },
    async (request, reply) => {
      const staff = staffOf(request)
      const services = { db: deps.shop(staff.merchantId), seal: deps.seal }
      const shop = await shopOf(deps, staff.merchantId)
      return once(services, request, reply, 201, async (db) => {
        const { card, code } = await createGiftCard({ ...deps, db, shop }, staff, request.body)
        return ok({ ...presentGiftCard(card), code })
      })
    },
  )

  app.get(
    '/admin/gift-cards/:id',
    {
      config: { permission: 'gift_cards.read' },
      schema: {
        tags,
        operationId: 'getGiftCard',
        summary: 'A gift card with its ledger',
        params,
        response: { 200: envelope(GiftCardLedger) },
      },
    },
    async (request) => {
      const { merchantId } = staffOf(request)
      const db = deps.shop(merchantId)
      const card = await selectAccount(db, merchantId, { id: request.params.id })
      if (card === undefined) throw notFound('gift card')
      const entries = await selectEntries(db, merchantId, card.id, maxEntries)
      const ledger = entries.map((entry) => presentEntry(entry, card.currency, 'staff'))
      return ok({ ...presentGiftCard(card), ledger })
    },
  )

  app.post(
    '/admin/gift-cards/:id/adjust',
    {
      config: { permission: 'gift_cards.write' },
      schema: {
        tags,
        operationId: 'adjustGiftCard',
        summary: 'Add to the balance of a gift card, or take from it',
        description: 'Added value counts as granted. The balance is never below 0.',
        params,
        body: AdjustValue,
        response: { 200: envelope(GiftCard), ...errors('IDEMPOTENCY_KEY_REUSED') },
      },
    },
    async (request, reply) => {
      const staff = staffOf(request)
      return once({ db: deps.shop(staff.merchantId), seal: deps.seal }, request, reply, 200, async (db) =>
        ok(presentGiftCard(await adjustGiftCard(db, staff, request.params.id, request.body))),
      )
    },
  )

  app.post(
    '/admin/gift-cards/:id/disable',
    {
      config: { permission: 'gift_cards.write' },
      schema: {
        tags,
        operationId: 'disableGiftCard',
        summary: 'Disable a gift card with what is left on it',
        params,
        response: { 200: envelope(GiftCard) },
      },
    },
    async (request) => {
      const staff = staffOf(request)
      return ok(presentGiftCard(await disableGiftCard(deps.shop(staff.merchantId), staff, request.params.id)))
    },
  )

  app.post(
    '/admin/gift-cards/:id/resend',
    {
      config: { permission: 'gift_cards.write' },
      schema: {
        tags,
        operationId: 'resendGiftCard',
        summary: 'Mail a gift card again, with a new code',
        description: 'The old code is void. INVALID_TRANSITION for a card that is spent, expired or disabled.',
        params,
        body: ResendGiftCard,
        response: { 200: envelope(GiftCard), ...errors('INVALID_TRANSITION', 'IDEMPOTENCY_KEY_REUSED') },
      },
    },
    async (request, reply) => {
      const staff = staffOf(request)
      return once({ db: deps.shop(staff.merchantId), seal: deps.seal }, request, reply, 200, async (db) =>
        ok(presentGiftCard(await resendGiftCard({ ...deps, db }, staff, request.params.id, request.body))),
      )
    },
  )

  storeCreditRoutes(app, deps)
}

async function shopOf({ merchants }: Dependencies, id: string): Promise<{ id: string; currency: string }> {
  return { id, currency: await currencyOf(merchants, id) }
}

function storeCreditRoutes(app: App, deps: Dependencies): void {
  app.get(
    '/admin/users/:id/store-credit',
    {
      config: { permission: 'gift_cards.read' },
      schema: {
        tags,
        operationId: 'getCustomerStoreCredit',
        summary: 'Store credit of a customer, with its ledger',
        params,
        response: { 200: envelope(StoreCredit) },
      },
    },
    async (request) => {
      const { merchantId } = staffOf(request)
      const db = deps.shop(merchantId)
      const id = await selectCurrentId(db, merchantId, request.params.id)
      if (!(await isCustomer(db, merchantId, id))) throw notFound('user')
      return ok(await readStoreCredit(db, await shopOf(deps, merchantId), id, 'staff'))
    },
  )

  app.post(
    '/admin/users/:id/store-credit',
    {
      config: { permission: 'gift_cards.write' },
      schema: {
        tags,
        operationId: 'adjustStoreCredit',
        summary: 'Add to the store credit of a customer, or take from it',
        params,
        body: AdjustValue,
        response: { 201: envelope(StoreCredit), ...errors('IDEMPOTENCY_KEY_REUSED') },
      },
    },
    async (request, reply) => {
      const staff = staffOf(request)
      const shop = await shopOf(deps, staff.merchantId)
      return once({ db: deps.shop(staff.merchantId), seal: deps.seal }, request, reply, 201, async (db) => {
        const id = await selectCurrentId(db, staff.merchantId, request.params.id)
        await adjustStoreCredit(db, staff, shop, id, request.body)
        return ok(await readStoreCredit(db, shop, id, 'staff'))
      })
    },
  )
}
