import type { FastifyInstance } from 'fastify'

/** An address as some gateways write it, with the port it came from. */
const withPort = /^\s*(?:\[([\da-f:.]+)\](?::\d+)?|(\d+\.\d+\.\d+\.\d+):\d+)\s*$/i

/** Takes the ports out of `x-forwarded-for`: a trusted proxy's and the client's address are known without them. */
export function dropForwardedPorts(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const chain = request.headers['x-forwarded-for']
    if (typeof chain === 'string')
      request.headers['x-forwarded-for'] = chain
        .split(',')
        .map((address) => address.replace(withPort, '$1$2'))
        .join()
    done()
  })
}
