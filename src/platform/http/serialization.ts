import fastJson from 'fast-json-stringify'
import type { FastifySerializerCompiler } from 'fastify'

type Serialize = (data: unknown) => string

const serializers = new WeakMap<object, Serialize>()

/**
 * One serializer for each schema, made when it is first needed: the routes have some 600 answers between them, most of them the
 * same error, and making them all took a third of a start.
 */
export const serializerCompiler: FastifySerializerCompiler<object> = ({ schema }) => {
  return (data) => {
    let serialize = serializers.get(schema)
    if (serialize === undefined) {
      serialize = fastJson(schema) as Serialize
      serializers.set(schema, serialize)
    }
    return serialize(data)
  }
}
