import assert from 'node:assert/strict'
import { it } from 'node:test'
import { connectTestDatabase } from '#test/support/database.ts'
import { readWords } from './documents.ts'

it('words of a document are read as PostgreSQL writes them', async (t) => {
  const { client } = await connectTestDatabase(t)
  const { rows } = await client.query<{ document: string }>(
    `select (array_to_tsvector($1) || $2::tsvector)::text as document`,
    [["#it's a\\b", '$tea', '=tea', '=it', "o'", '\\', "''", 'ça', ' '], `'tea':3,16383 'x:1':2`],
  )
  const { words, sku } = readWords(rows[0]?.document ?? '')
  assert.equal(sku, "it's a\\b")
  assert.deepEqual(
    words.map(({ lexeme, position, endsName }) => [lexeme, position, endsName]).sort(),
    [
      [' ', 0, false],
      ["''", 0, false],
      ["o'", 0, false],
      ['\\', 0, false],
      ['ça', 0, false],
      ['tea', 3, true],
      ['tea', 16383, true],
      ['x:1', 2, false],
    ].sort(),
  )
  assert.deepEqual(readWords(''), { words: [], sku: '' })
})
