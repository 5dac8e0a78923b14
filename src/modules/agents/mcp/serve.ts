import {
  createMcpHandler,
  isLegacyRequest,
  type McpServerFactory,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'

/** Answers one request: a parsed body, and whom the server is for. */
export type Serve<Caller> = (request: Request, body: unknown, caller: Caller) => Promise<Response>

/**
 * Serves both eras of the protocol at one address: 2026-07-28, and the revisions before it without sessions. A client
 * that takes no event stream gets JSON, which the library's handler refuses to those before 2026-07-28. There are no
 * streams of changes.
 */
export function createServe<Caller>(
  serverOf: (caller: Caller) => ReturnType<McpServerFactory>,
  onerror: (error: Error) => void,
): Serve<Caller> {
  const callers = new WeakMap<Request, Caller>()
  const handler = createMcpHandler(
    // The caller stands beside the request: `authInfo` would be the key itself, which ends up in logs.
    ({ requestInfo }) => serverOf(callers.get(requestInfo as Request) as Caller),
    { onerror, maxSubscriptions: 0 },
  )
  return async (request, body, caller) => {
    const takesStream = (request.headers.get('accept') ?? '').includes('text/event-stream')
    if (!takesStream && (await isLegacyRequest(request, body))) return asJson(request, body, await serverOf(caller))
    callers.set(request, caller)
    return handler.fetch(request, { parsedBody: body })
  }
}

async function asJson(request: Request, body: unknown, server: Awaited<ReturnType<McpServerFactory>>) {
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  await server.connect(transport)
  const headers = new Headers(request.headers)
  headers.set('accept', 'application/json, text/event-stream')
  const asked = new Request(request.url, { method: 'POST', headers })
  const response = await transport.handleRequest(asked, { parsedBody: body })
  await server.close()
  return response
}
