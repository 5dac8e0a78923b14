import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { beginRefusal } from '#src/platform/http/answers/errors.ts'
import type { App } from '#src/platform/http/app.ts'
import { clientAddress, limitRequest, type RateLimiter } from '#src/platform/http/overload/rate-limit.ts'
import { hidden } from '#src/platform/http/pages/pages.ts'
import { AppError, invalid } from '#src/platform/lib/errors.ts'
import { onceSuccessful } from '#src/platform/lib/once-successful.ts'
import { limitedTo } from '#src/platform/lib/permissions.ts'
import type { Dependencies } from '../dependencies.ts'
import { refusalOfPage } from './pages-of-others.ts'
import type { Caller, Send, ToolAnswer } from './run-tool.ts'

/** JSON-RPC 2.0: codes of refusals before a message is looked at. */
const [parseError, refused] = [-32700, -32000]

/** Messages that clients of 2025-03-26 may send at once. */
const maxBatch = 10

/**
 * `POST /mcp`: the shop for assistants of its people, by the Model Context Protocol. An API key in `authorization` says
 * which shop, and what may be done there. What tools do are requests to the operations of the API, as this key.
 */
export async function mcpRoutes(app: App, deps: Dependencies, limiter: RateLimiter): Promise<void> {
  const callers = new WeakMap<FastifyRequest, Caller>()
  const send: Send = async ({ key, found, ip }, { operation, path, query, body, idempotencyKey }) => {
    const [method = '', template = ''] = operation.split(' ')
    const { body: text } = await app.inject({
      method: method as 'GET',
      url: template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(path[name] ?? '')),
      query,
      headers: {
        'access-token': key,
        'merchant-id': found.merchantId,
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
      },
      remoteAddress: ip,
      ...(body !== undefined && { payload: { ...body } }),
    })
    return JSON.parse(text) as ToolAnswer
  }
  // The library and the schemas of the tools are loaded with the first request.
  const serve = onceSuccessful(async () => {
    const { loadMerchantServer } = await import('./load.ts')
    return loadMerchantServer({
      send,
      seal: deps.seal,
      contract: app.swagger().paths,
      onerror: (error) => deps.logger.debug({ err: error }, 'an MCP request was refused'),
      permissionsOf: async ({ found }) =>
        limitedTo(await deps.roles.permissionsOf(found.merchantId, found.role), found.permissions),
    })
  })

  app.post(
    '/mcp',
    {
      ...hidden,
      onRequest: async (request, reply) => {
        const fault = refusalOfPage(request.headers, deps.config.PUBLIC_URL)
        if (fault !== undefined) throw new AppError('MERCHANT_ACCESS_DENIED', fault)
        callers.set(request, await callerOf(request, reply))
      },
      errorHandler: (error, request, reply) => {
        const { code, message, status } = beginRefusal(error, request, reply)
        if (status === 401) reply.header('www-authenticate', `Bearer realm="commerce-platform", error="invalid_token"`)
        const number = status === 400 ? parseError : refused
        return reply.send({ jsonrpc: '2.0', id: null, error: { code: number, message, data: { code } } })
      },
    },
    async (request, reply) => {
      const caller = callers.get(request) as Caller // set before
      if (Array.isArray(request.body) && request.body.length > maxBatch)
        throw invalid({ field: 'body', message: `must NOT have more than ${maxBatch} messages` })
      const answer = await (await serve())(asWebRequest(request), request.body, caller)
      reply.code(answer.status)
      for (const [name, value] of answer.headers) reply.header(name, value)
      return reply.send(answer.body === null ? undefined : Readable.fromWeb(answer.body as ReadableStream))
    },
  )
  /** @throws AppError MISSING_TOKEN, UNAUTHORIZED, RATE_LIMITED */
  async function callerOf(request: FastifyRequest, reply: FastifyReply): Promise<Caller> {
    const [, key] = /^Bearer +(\S+) *$/i.exec(request.headers.authorization ?? '') ?? []
    // Strangers are counted by their address, before anything is looked up.
    if (key === undefined || !deps.apiKeys.isFamiliar(key))
      await limitRequest(limiter, clientAddress(request.ip), reply)
    if (key === undefined)
      throw new AppError('MISSING_TOKEN', 'send an API key of the shop: authorization: Bearer ck_…')
    const found = await deps.apiKeys.find(key)
    if (found?.kind !== 'admin')
      throw new AppError('UNAUTHORIZED', 'the API key is unknown, revoked, has expired, or is one of a storefront')
    // Apart from the requests of its tools, which count as those of the key.
    await limitRequest(limiter, `mcp ${found.id}`, reply)
    return { key, found, ip: request.ip }
  }
}

/** Its body has been read and parsed. */
function asWebRequest({ url, headers }: FastifyRequest): Request {
  const entries = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)])
  return new Request(new URL(url, 'http://service'), { method: 'POST', headers: entries })
}
