/** Rows of one read, which are in memory while an answer is sent. */
const pageSize = 100

/** Reads page after page until one is not full; `last` is the last row of the page before. */
export async function* readPages<Row>(
  read: (last: Row | undefined, limit: number) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  for (let last: Row | undefined; ; ) {
    const rows = await read(last, pageSize)
    yield rows
    if (rows.length < pageSize) return
    last = rows.at(-1)
  }
}
