import type { components } from './contract.gen.ts'

/** The shapes of the contract by their names. */
export type Schemas = components['schemas']

type DataOf<Answer> = Answer extends { data?: infer Body } ? (Body extends { data: infer Data } ? Data : never) : never

/** The `data` of an answer: `const order = await read(api.GET('/admin/orders/{id}', …))`. */
export async function read<Answer extends { data?: unknown }>(answer: Promise<Answer>): Promise<DataOf<Answer>> {
  const { data: body } = await answer
  return (body as { data: DataOf<Answer> }).data
}

export interface Page<Item> {
  items: Item[]
  pagination: Schemas['Pagination']
}

/** Every item of a list, page by page: `for await (const order of every((cursor) => read(api.GET(…))))`. */
export async function* every<Item>(
  readPage: (cursor: string | undefined) => Promise<Page<Item>>,
): AsyncGenerator<Item> {
  let cursor: string | undefined
  do {
    const { items, pagination } = await readPage(cursor)
    yield* items
    cursor = pagination.next_cursor || undefined
  } while (cursor !== undefined)
}
