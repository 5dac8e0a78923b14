import { createHash } from 'node:crypto'

/**
 * Compiles what a schema says once in a process. Routes have schemas that say the same as others, and each service that
 * a process starts makes its own: tests, which start hundreds, spent a fifth of their time in compiling them.
 */
export function compiledOnce<S extends object, C>(compile: (schema: S) => C): (schema: S) => C {
  const bySchema = new WeakMap<S, C>()
  const byText = new Map<string, C>()
  return (schema) => {
    const before = bySchema.get(schema)
    if (before !== undefined) return before
    const text = createHash('sha256').update(JSON.stringify(schema)).digest('base64')
    const compiled = byText.get(text) ?? compile(schema)
    byText.set(text, compiled)
    bySchema.set(schema, compiled)
    return compiled
  }
}
