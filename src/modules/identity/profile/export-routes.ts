import { Readable } from 'node:stream'
import { Type } from 'typebox'
import type { App } from '#src/platform/http/app.ts'
import { actorOf, originOf } from '#src/platform/http/auth/authentication.ts'
import { envelope, named } from '#src/platform/http/envelope.ts'
import type { Dependencies } from '../dependencies.ts'
import { Profile } from '../schemas.ts'
import { exportAccount } from './export-account.ts'

export function exportRoutes(app: App, deps: Dependencies): void {
  const parts = Object.fromEntries(deps.exporters.map(({ name, schema }) => [name, Type.Array(schema)]))
  app.get(
    '/user/export',
    {
      schema: {
        tags: ['Accounts'],
        operationId: 'exportAccount',
        summary: 'Export of all data of the signed-in user',
        description:
          'Data of all shops, without passwords and tokens. The answer is a stream: if it breaks off, it is not ' +
          'valid JSON.',
        response: { 200: envelope(named('AccountExport', Type.Object({ profile: Profile, ...parts }))) },
      },
    },
    async (request, reply) => {
      const document = await exportAccount(deps, actorOf(request), originOf(request))
      reply.header('content-disposition', 'attachment; filename="account.json"')
      reply.type('application/json; charset=utf-8')
      // The declared type is the document; it is sent as a stream.
      return reply.send(Readable.from(document, { objectMode: false }) as never)
    },
  )
}
