import { Type } from 'typebox'
import { selectSettings } from '#src/modules/merchants/index.ts'
import type { App } from '#src/platform/http/app.ts'
import { requirePermission, staffOf } from '#src/platform/http/auth/authentication.ts'
import { envelope, errors, line, ok } from '#src/platform/http/envelope.ts'
import { languageOf } from '#src/platform/lib/languages.ts'
import { renderMail } from '#src/platform/mail/index.ts'
import type { Dependencies } from './dependencies.ts'
import { writeDraft } from './draft.ts'
import { selectKinds, selectTexts } from './queries.ts'
import {
  MailKind,
  MailKinds,
  MailPreview,
  MailPreviewRequest,
  MailTest,
  MailTestRequest,
  presentKind,
  SetMailTexts,
} from './schemas.ts'
import { mailTest } from './send-test.ts'
import { findKind, setTexts } from './set-texts.ts'

const tags = ['Mails']
const params = Type.Object({ kind: line({ max: 100, examples: ['order_confirmation'] }) })

/** A shop's own words in the mails to its customers. */
export function mailRoutes(app: App, deps: Dependencies): void {
  app.get(
    '/admin/mails',
    {
      config: { permission: 'settings.read' },
      schema: {
        tags,
        operationId: 'listMails',
        summary: 'Mails that can be put into own words',
        description: 'Mails about accounts and their safety, such as a new password, are not among them.',
        response: { 200: envelope(MailKinds) },
      },
    },
    async (request) => {
      const { merchantId } = staffOf(request)
      const db = deps.shop(merchantId)
      const own = await selectKinds(db, merchantId)
      const { locale } = await selectSettings(db, merchantId)
      const items = deps.shopMails.map(({ kind, name }) => ({ kind, name, has_own_texts: own.has(kind) }))
      return ok({ language: languageOf(locale), items })
    },
  )

  app.get(
    '/admin/mails/:kind',
    {
      config: { permission: 'settings.read' },
      schema: {
        tags,
        operationId: 'getMail',
        summary: 'Own words of one mail',
        params,
        response: { 200: envelope(MailKind) },
      },
    },
    async (request) => {
      const { merchantId } = staffOf(request)
      const mail = findKind(deps.shopMails, request.params.kind)
      return ok(presentKind(mail, await selectTexts(deps.shop(merchantId), merchantId, mail.kind)))
    },
  )

  app.put(
    '/admin/mails/:kind',
    {
      config: { permission: 'settings.write' },
      schema: {
        tags,
        operationId: 'setMail',
        summary: 'Put one mail into own words',
        description: 'Replaces the texts of all languages; `{"texts": {}}` goes back to ours.',
        params,
        body: SetMailTexts,
        response: { 200: envelope(MailKind) },
      },
    },
    async (request) => {
      const staff = staffOf(request)
      const mail = findKind(deps.shopMails, request.params.kind)
      return ok(presentKind(mail, await setTexts(deps.shop(staff.merchantId), staff, mail, request.body.texts)))
    },
  )

  app.delete(
    '/admin/mails/:kind',
    {
      config: { permission: 'settings.write' },
      schema: {
        tags,
        operationId: 'resetMail',
        summary: 'Go back to our words',
        params,
        response: { 200: envelope(MailKind) },
      },
    },
    async (request) => {
      const staff = staffOf(request)
      const mail = findKind(deps.shopMails, request.params.kind)
      return ok(presentKind(mail, await setTexts(deps.shop(staff.merchantId), staff, mail, {})))
    },
  )

  app.post(
    '/admin/mails/:kind/preview',
    {
      config: { permission: 'settings.read' },
      schema: {
        tags,
        operationId: 'previewMail',
        summary: 'Look at one mail',
        description: 'With texts that are not saved, or with those that are. Nothing is sent.',
        params,
        body: MailPreviewRequest,
        response: { 200: envelope(MailPreview) },
      },
    },
    async (request) => {
      const { merchantId } = staffOf(request)
      if (request.body.order_id !== undefined) requirePermission(request, 'orders.read')
      const mail = findKind(deps.shopMails, request.params.kind)
      const { document, shop } = await writeDraft(deps, deps.shop(merchantId), merchantId, mail, request.body)
      return ok(renderMail(document, shop.name))
    },
  )

  app.post(
    '/admin/mails/:kind/test',
    {
      config: { permission: 'settings.write' },
      schema: {
        tags,
        operationId: 'sendTestMail',
        summary: 'Mail it to yourself',
        description:
          'To the confirmed address of the caller, and to no other. It counts to the hourly limit of mails that a ' +
          'shop’s staff sends. 409 if the address is not confirmed.',
        params,
        body: MailTestRequest,
        response: { 202: envelope(MailTest), ...errors('CONFLICT') },
      },
    },
    async (request, reply) => {
      const staff = staffOf(request)
      if (request.body.order_id !== undefined) requirePermission(request, 'orders.read')
      const mail = findKind(deps.shopMails, request.params.kind)
      const to = await mailTest(deps, deps.shop(staff.merchantId), staff, mail, request.body)
      return reply.code(202).send(ok({ to }))
    },
  )
}
