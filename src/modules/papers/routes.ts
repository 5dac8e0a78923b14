import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'
import { orderExists } from '#src/modules/orders/index.ts'
import type { App } from '#src/platform/http/app.ts'
import { shopperOf, staffOf } from '#src/platform/http/auth/authentication.ts'
import { envelope, errors, line, ok, Uuid } from '#src/platform/http/envelope.ts'
import { once } from '#src/platform/http/requests/idempotency.ts'
import { notFound } from '#src/platform/lib/errors.ts'
import { readCorrection } from './correction.ts'
import type { Dependencies } from './dependencies.ts'
import { correctInvoice, issueInvoice } from './issue-invoice.ts'
import { selectInvoices } from './queries.ts'
import { type Format, formats, type PaperFile, readPaper, type Whose } from './read-invoice.ts'
import { Corrected, CorrectInvoice, IssueInvoice, Paper, Papers, presentPaper, SendInvoice } from './schemas.ts'
import { resendPaper } from './sending/resend-paper.ts'

const tags = ['Invoices']
const params = Type.Object({ id: Uuid })

const query = Type.Object({
  format: Type.Optional(
    Type.Unsafe<Format>(
      Type.String({
        enum: [...formats],
        description:
          'Absent: a page, or a PDF for `accept: application/pdf`. `facturx` is the PDF, with its data in it.',
      }),
    ),
  ),
  number: Type.Optional(line({ max: 60, description: 'Of one of several papers.', examples: ['INV-CN-3'] })),
})

const text = { schema: Type.String() }
const file = {
  description: 'The paper as it was issued.',
  content: {
    'text/html': text,
    'application/pdf': { schema: Type.String({ format: 'binary' }) },
    'application/xml': text,
  },
}

const readSchema = (operationId: string) => ({
  tags,
  operationId,
  summary: 'The invoice of an order',
  description:
    'The newest invoice of the order, or the paper with this `number`. It is frozen when it is issued: the PDF is ' +
    'always the same bytes. 404 until there is one; it is issued some seconds after the payment. CONFLICT for ' +
    '`facturx` and `ubl` where EN 16931 has no form, with the reason: an item with several taxes, amounts with three ' +
    'decimals, a currency that electronic invoices do not know, services not subject to VAT beside anything else. ' +
    'The page and the PDF are there. CONFLICT for each file of a paper that takes too long or too much memory, and ' +
    'for the PDF of a paper with a character that no font of the service has, with that character; the page and UBL ' +
    'are there.',
  params,
  querystring: query,
  response: { 200: file, ...errors('NOT_FOUND', 'CONFLICT') },
})

const listSchema = (operationId: string) => ({
  tags,
  operationId,
  summary: 'The invoices and credit notes of an order',
  description: 'Oldest first.',
  params,
  response: { 200: envelope(Papers) },
})

/** The papers of the signed-in user's orders. */
export function ownInvoiceRoutes(app: App, deps: Dependencies): void {
  const whose = (request: Parameters<typeof shopperOf>[0], orderId: string) => {
    const { userId, merchant } = shopperOf(request)
    return { merchantId: merchant.id, userId, orderId }
  }

  app.get('/user/orders/:id/invoice', { schema: readSchema('getInvoice') }, async (request, reply) =>
    sendPaper(
      reply,
      await readPaper(deps, whose(request, request.params.id), { ...request.query, accept: request.headers.accept }),
    ),
  )

  app.get('/user/orders/:id/invoices', { schema: listSchema('listInvoices') }, async (request) =>
    ok(await listPapers(deps, whose(request, request.params.id))),
  )
}

export function staffInvoiceRoutes(app: App, deps: Dependencies): void {
  app.get(
    '/admin/orders/:id/invoice',
    { config: { permission: 'orders.read' }, schema: readSchema('getMerchantInvoice') },
    async (request, reply) => {
      const whose = { merchantId: staffOf(request).merchantId, orderId: request.params.id }
      return sendPaper(reply, await readPaper(deps, whose, { ...request.query, accept: request.headers.accept }))
    },
  )

  app.get(
    '/admin/orders/:id/invoices',
    { config: { permission: 'orders.read' }, schema: listSchema('listMerchantInvoices') },
    async (request) =>
      ok(await listPapers(deps, { merchantId: staffOf(request).merchantId, orderId: request.params.id })),
  )

  app.post(
    '/admin/orders/:id/invoice',
    {
      config: { permission: 'orders.write' },
      schema: {
        tags,
        operationId: 'issueInvoice',
        summary: 'Invoice an order now',
        description:
          'Of an order that was paid before the shop set `invoices`, or that the buyer pays by the invoice. ' +
          'Refunds given before get their credit notes with it. CONFLICT if the order has an invoice, was paid by a ' +
          'test payment, was cancelled unpaid, or has only gift cards, and without the setting.',
        params,
        body: IssueInvoice,
        response: { 201: envelope(Paper), ...errors('CONFLICT', 'IDEMPOTENCY_KEY_REUSED') },
      },
    },
    async (request, reply) => {
      const staff = staffOf(request)
      return once({ db: deps.shop(staff.merchantId), seal: deps.seal }, request, reply, 201, async (executor) =>
        ok(presentPaper(await issueInvoice(executor, staff, request.params.id))),
      )
    },
  )

  app.post(
    '/admin/orders/:id/invoice/send',
    {
      config: { permission: 'orders.write' },
      schema: {
        tags,
        operationId: 'sendInvoice',
        summary: 'Send an invoice to the buyer',
        description:
          'The paper with this `number`, else the newest invoice; once more if it was sent. It goes the way of ' +
          '`invoices.send_by`, else by mail, as a job: `sending` tells what became of it. Counts to the mails that ' +
          'the shop may send in an hour.',
        params,
        body: SendInvoice,
        response: { 202: envelope(Paper), ...errors('CONFLICT', 'IDEMPOTENCY_KEY_REUSED') },
      },
    },
    async (request, reply) => {
      const staff = staffOf(request)
      const { params, body } = request
      return once({ db: deps.shop(staff.merchantId), seal: deps.seal }, request, reply, 202, async (executor) =>
        ok(presentPaper(await resendPaper(executor, deps, staff, { orderId: params.id, number: body?.number }))),
      )
    },
  )

  app.post(
    '/admin/orders/:id/invoice/correct',
    {
      config: { permission: 'orders.write' },
      schema: {
        tags,
        operationId: 'correctInvoice',
        summary: 'Correct the buyer of an invoice',
        description:
          'A credit note of the newest invoice, and the same invoice again of another buyer: the one in the body, ' +
          'else the order as it is now. CONFLICT if a credit note has changed the invoice.',
        params,
        body: CorrectInvoice,
        response: { 201: envelope(Corrected), ...errors('CONFLICT', 'IDEMPOTENCY_KEY_REUSED') },
      },
    },
    async (request, reply) => {
      const staff = staffOf(request)
      const correction = readCorrection(request.body)
      return once({ db: deps.shop(staff.merchantId), seal: deps.seal }, request, reply, 201, async (executor) => {
        const { credit_note, invoice } = await correctInvoice(executor, staff, request.params.id, correction)
        return ok({ credit_note: presentPaper(credit_note), invoice: presentPaper(invoice) })
      })
    },
  )
}

/** @throws AppError NOT_FOUND if it is somebody else’s order */
async function listPapers(deps: Dependencies, whose: Whose) {
  if (!(await orderExists(deps.shop(whose.merchantId), whose))) throw notFound('order')
  return { invoices: (await selectInvoices(deps.shop(whose.merchantId), whose)).map(presentPaper) }
}

function sendPaper(reply: FastifyReply, { type, name, content, policy }: PaperFile) {
  if (name !== null) reply.header('content-disposition', `attachment; filename="${name}"`)
  if (policy !== undefined) reply.header('content-security-policy', policy)
  // The declared type is that of a text; a PDF is sent as bytes.
  return reply.type(type).send(content as never) as never
}
