import pg from 'pg'

/**
 * Stands in for `psql URL -c STATEMENTS`, which npm does not have. Prints rows as JSON. A statement that fails ends it
 * with 1, as it ends `psql`.
 */
const [url, option, statements = ''] = process.argv.slice(2)
if (option !== '-c') throw new Error(`another option: ${option}`)
const client = new pg.Client({ connectionString: url })
await client.connect()
try {
  const answers = await client.query(statements)
  for (const { rows } of [answers].flat()) process.stdout.write(`${JSON.stringify(rows)}\n`)
} finally {
  await client.end()
}
