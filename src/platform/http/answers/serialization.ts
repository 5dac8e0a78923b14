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
  /** Digest of the whole content: different answers have different digests. */
  digest: string
}

/**
 * Sends an answer that is JSON already; its schema documents it but serializes nothing. Its `etag` is made of the
 * digest: hashing 10 kB of JSON took 10 µs.
 */
export function sendJson(reply: Pick<FastifyReply, 'type' | 'header'>, { json, digest }: JsonAnswer) {
  return reply.type('application/json; charset=utf-8').header('etag', etagOf(digest)).send(json)
}
