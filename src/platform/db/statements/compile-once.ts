import type { CompiledQuery, RawBuilder } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Statement } from '../pool/pool.ts'

/** Placeholder of a value while a statement is compiled. */
class Place {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

/** Maximum number of cached texts per statement. */
const maxShapes = 1_000

/**
 * A statement whose text is compiled once per shape. Kysely compiles it with each call, which for a list takes a third
 * of the time that the process spends on the statement.
 *
 * @param build makes the statement. Its text may depend on `shape` only. `values` are bound: `build` gets a placeholder
 * for each defined value
 */
export function compileOnce<Shape, Values extends object, Row>(
  build: (shape: Shape, values: Values) => RawBuilder<Row>,
): (shape: Shape, values: Values) => Statement<Row> {
  const compiled = new LRUCache<string, CompiledQuery<Row>>({ max: maxShapes })
  return (shape, values) => {
    const compile: Statement<Row>['compile'] = (db) => {
      const names = Object.keys(values).filter((name) => values[name as keyof Values] !== undefined)
      const key = JSON.stringify([shape, names])
      let query = compiled.get(key)
      if (query === undefined) {
        const places = Object.fromEntries(names.map((name) => [name, new Place(name)]))
        query = build(shape, places as Values).compile(db)
        compiled.set(key, query)
      }
      const parameters = query.parameters.map((value) =>
        value instanceof Place ? values[value.name as keyof Values] : value,
      )
      return { ...query, parameters }
    }
    return { compile, execute: (db) => db.getExecutor().executeQuery(compile(db)) }
  }
}
