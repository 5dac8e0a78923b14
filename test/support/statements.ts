import pg from 'pg'

/** The texts of the statements the process sends to the database while `work` runs; run nothing beside it. */
export async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const texts: string[] = []
  const { query } = pg.Client.prototype
  pg.Client.prototype.query = function (this: pg.Client, ...call: unknown[]) {
    const [first] = call as [string | { text?: string }]
    texts.push((typeof first === 'string' ? first : (first.text ?? '')).trim())
    return Reflect.apply(query, this, call)
  } as typeof query
  try {
    await work()
  } finally {
    pg.Client.prototype.query = query
  }
  // Every process asks a few times a second which sessions were revoked.
  return texts.filter((text) => !text.includes('session.revoked_at'))
}
