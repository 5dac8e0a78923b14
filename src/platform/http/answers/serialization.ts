import fastJson from 'fast-json-stringify'
import type { FastifyReply, FastifySerializerCompiler } from 'fastify'
import { etagOf } from './cacheable.ts'

type Serialize = (data: unknown) => string

/**
 * One serializer per schema, compiled at its first use. The routes have about 600 responses, most of them the same
 * error schema; compiling all of them took a third of the start-up time.
 */
export function createSerializerCompiler(): FastifySerializerCompiler<object> {
  const serializers = new WeakMap<object, Serialize>()
  return ({ schema }) =>
    (data) => {
      let serialize = serializers.get(schema)
      if (serialize === undefined) {
        serialize = fastJson(schema) as Serialize
        serializers.set(schema, serialize)
      }
      return serialize(data)
    }
}

export interface JsonAnswer {
  json: string
  /** Of all that is in it: another answer has another. */
  digest: string
}

/**
 * Sends an answer that is JSON already; its schema documents it, and serializes nothing. Its `etag` is that of the
 * digest, which is short: of 10 kB of JSON it took 10 µs.
 */
export function sendJson(reply: Pick<FastifyReply, 'type' | 'header'>, { json, digest }: JsonAnswer) {
  return reply.type('application/json; charset=utf-8').header('etag', etagOf(digest)).send(json)
}
