import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { defaultLimits, listQuery, pageOf, paginate } from '#src/platform/http/answers/pagination.ts'
import type { App } from '#src/platform/http/app.ts'
import { staffOf } from '#src/platform/http/auth/authentication.ts'
import { envelope, errors, named, ok, Uuid } from '#src/platform/http/envelope.ts'
import { fileOf, streamFiles } from '#src/platform/http/requests/file-body.ts'
import { once } from '#src/platform/http/requests/idempotency.ts'
import { writerOf } from '#src/platform/http/requests/reads.ts'
import { invalid } from '#src/platform/lib/errors.ts'
import { createKeyedLimit } from '#src/platform/lib/keyed-limit.ts'
import type { MediaDependencies } from './dependencies.ts'
import { largestPicture, largestVideo } from './limits.ts'
import { changeMedia, type FetchInput, findMedia, listMedia, removeMedia, requestPicture } from './manage-media.ts'
import { incomingFolder, tooLarge, withReceived } from './receive.ts'
import { FetchMedia, Media, presentMedia, UpdateMedia } from './schemas.ts'
import { type Finish, uploadPicture, uploadPoster } from './upload-picture.ts'

const tags = ['Pictures']
const params = Type.Object({ id: Uuid })

const RemovedMedia = named('RemovedMedia', Type.Object({ id: Uuid }))

/** Pictures of a shop. */
export function mediaRoutes(app: App, deps: MediaDependencies): void {
  app.register(async (scope) => uploadRoute(scope as App, deps))

  app.get(
    '/admin/media',
    {
      config: { permission: 'products.read' },
      schema: {
        tags,
        operationId: 'listMedia',
        summary: 'The shop’s pictures, newest first',
        description: 'Used or not.',
        querystring: listQuery(defaultLimits, {}),
        response: { 200: pageOf(Media) },
      },
    },
    async (request) => {
      const { merchantId } = staffOf(request)
      const list = paginate(deps, ['/admin/media', merchantId], request.query)
      const page = await deps.reads.run(writerOf(request), deps.shop(merchantId), (db) =>
        listMedia(db, merchantId, list.request),
      )
      return list.answer(page, presentMedia)
    },
  )

  app.get(
    '/admin/media/:id',
    {
      config: { permission: 'products.read' },
      schema: {
        tags,
        operationId: 'getMedia',
        summary: 'One of the shop’s pictures',
        description: 'Ask for it until it is no longer `processing`.',
        params,
        response: { 200: envelope(Media) },
      },
    },
    async (request) => {
      const { merchantId } = staffOf(request)
      return ok(presentMedia(await findMedia(deps.shop(merchantId), merchantId, request.params.id)))
    },
  )

  app.patch(
    '/admin/media/:id',
    {
      config: { permission: 'products.write' },
      schema: {
        tags,
        operationId: 'updateMedia',
        summary: 'Change the description or the focal point of a picture',
        description: 'What shows the picture follows within seconds.',
        params,
        body: UpdateMedia,
        response: { 200: envelope(Media) },
      },
    },
    async (request) => {
      const staff = staffOf(request)
      const row = await changeMedia(deps.shop(staff.merchantId), staff, request.params.id, request.body)
      return ok(presentMedia(row))
    },
  )

  app.delete(
    '/admin/media/:id',
    {
      config: { permission: 'products.write' },
      schema: {
        tags,
        operationId: 'deleteMedia',
        summary: 'Delete a picture that nothing shows',
        description: 'In use it is 409. What nothing has referred to for seven days is deleted anyway.',
        params,
        response: { 200: envelope(RemovedMedia), ...errors('CONFLICT') },
      },
    },
    async (request) => {
      const staff = staffOf(request)
      await removeMedia(deps.shop(staff.merchantId), deps, staff, request.params.id)
      return ok({ id: request.params.id })
    },
  )
}

/** Files that are received at the same time, of one shop and of all; the others wait, and their senders with them. */
const receivedAtOnce = { ofShop: 8, ofAll: 32 }

/** The body is a picture or JSON: a scope of its own with another parser. */
function uploadRoute(scope: App, deps: MediaDependencies): void {
  streamFiles(scope, { types: /^image\//, maxBytes: largestPicture, tooLarge })
  const isVideo = () => tooLarge(true)
  streamFiles(scope, { types: /^(video\/|application\/octet-stream)/, maxBytes: largestVideo, tooLarge: isVideo })
  const inTurnOfShop = createKeyedLimit(receivedAtOnce.ofShop)
  const inTurnOfAll = createKeyedLimit(receivedAtOnce.ofAll)
  scope.post(
    '/admin/media',
    {
      config: { permission: 'products.write', streamedBody: true },
      schema: {
        tags,
        operationId: 'createMedia',
        summary: 'Add a picture or a video',
        description:
          'The bytes of a JPEG, PNG, WebP, AVIF or GIF, recognized by its content: at most 20 MiB and 64 megapixels. ' +
          'It is turned upright, loses its metadata, and is kept in several widths. The same bytes again answer the ' +
          'same picture. Or an MP4 of at most 100 MiB, which is kept as it is. Or JSON with the address of a ' +
          'picture, which a job fetches, or of a video at YouTube or Vimeo: 202. A grey picture stands for a video ' +
          'until it is given another by `poster_of`.',
        querystring: Type.Object({
          poster_of: Type.Optional({
            ...Uuid,
            description: 'The id of a video, for which the picture that is sent then stands.',
          }),
        }),
        body: {
          content: {
            'application/json': { schema: FetchMedia },
            ...Object.fromEntries(
              [
                'image/jpeg',
                'image/png',
                'image/webp',
                'image/avif',
                'image/gif',
                'video/mp4',
                'application/octet-stream',
              ].map((type) => [type, { schema: Type.Unknown({ description: 'The bytes of the file.' }) }]),
            ),
          },
        },
        response: {
          201: envelope(Media),
          202: envelope(Media),
          ...errors('CONFLICT', 'NOT_FOUND', 'IDEMPOTENCY_KEY_REUSED'),
        },
      },
    },
    async (request, reply) => {
      const staff = staffOf(request)
      const db = deps.shop(staff.merchantId)
      const services = { db, seal: deps.seal }
      const { poster_of: posterOf } = request.query
      if (isJson(request)) {
        if (posterOf !== undefined) throw invalid({ field: 'poster_of', message: 'takes the bytes of a picture' })
        const input = request.body as FetchInput
        return once(services, request, reply, 202, async (executor) =>
          ok(presentMedia(await requestPicture(executor, staff, input, deps.config))),
        )
      }
      const source = fileOf<AsyncIterable<Buffer>>(
        request,
        'send the bytes of a picture as the body, with content-type image/jpeg for example',
      )
      return inTurnOfShop(staff.merchantId, () =>
        inTurnOfAll('', () =>
          withReceived(incomingFolder(deps.config.DATA_DIR), source, async (received) => {
            // What an idempotency key stands for.
            Object.assign(request, { body: received.hash.toString('hex') })
            const finish: Finish = (work) =>
              once(services, request, reply, 201, async (executor) => presentMedia(await work(executor)))
            const upload = posterOf === undefined ? uploadPicture : uploadPoster.bind(null, posterOf)
            return ok(await upload(db, deps, staff, received, finish))
          }),
        ),
      )
    },
  )
}

function isJson({ headers }: FastifyRequest): boolean {
  return /^application\/json/i.test(headers['content-type'] ?? '')
}
