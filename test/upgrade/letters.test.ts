import assert from 'node:assert/strict'
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { migrate } from '#src/platform/db/migrations/migrate.ts'
import { migrationsFolder } from '#src/platform/db/migrations/migration-files.ts'
import { createEmptyDatabase, runOn } from './release.ts'

/** Functions as they were before 0015_letters.sql. */
const formerFunctions = `
  create function search_text(text text) returns text language sql immutable return case
    when text is null then ''
    when octet_length(text) = length(text) then translate(lower(text), E'-/.@_+~:&<\\\\''\`', '           ')
    else regexp_replace(lower(regexp_replace(normalize(text, nfkd), U&'[''\\0060\\2019\\0300-\\036f]', '', 'g')),
           U&'[\\0001-\\002f\\003a-\\0060\\007b-\\00bf\\2000-\\206f\\3000-\\303f]+', ' ', 'g') end;
  create function product_document(name tsvector, rest text, sku text) returns tsvector language sql stable return name
      || array_to_tsvector(
           array(select '=' || lexeme from unnest(tsvector_to_array(name)) lexeme)
           || array(select '$' || lexeme from unnest(name) where lexeme !~ '\\d' order by positions[1] desc limit 1)
           || ('#' || lower(sku)))
      || strip(to_tsvector('product_text', rest));
`

const formerTriggers = `
  create or replace trigger products_found after insert on products
    referencing new table as new_rows for each statement execute function record_documents();
  create or replace trigger products_forgotten after delete on products
    referencing old table as old_rows for each statement execute function record_documents();
  create or replace trigger products_found_anew after update on products
    referencing old table as old_rows new table as new_rows for each statement execute function record_documents();
`

const shop = '019a0000-0000-7000-8000-000000000001'
const id = (n: number) => `019a0000-0000-7000-8000-1000000000${String(n).padStart(2, '0')}`

/** Number, SKU, name, category. */
const products: [number, string, string, string | null][] = [
  [1, 'MUG ', 'Łódź Wi-Fi Poster', 'Cafe\u0301 '],
  [2, 'MUG', 'Mug', 'Café'],
  [3, '\u00a0MUG', '\u200bGlass\ufeff', '\u00a0'],
  [4, 'CUP\u00a0', 'Straße Knife', null],
  [5, ' CUP', 'Plain', null],
]

/** Number and the key of the address, by the time they registered. */
const accounts: [number, string][] = [
  [1, 'ada@xn--mnchen-3ya.example'],
  [2, 'bo@xn--mnchen-3ya.example'],
  [3, 'bo@münchen.example'],
  [4, 'cy\u200b@example.com'],
  [5, 'dee@example.com'],
  [6, 'eve@xn--fiqs8s.xn--jxalpdlp'],
]

/** A database with rows of before these files, migrated up to now. */
async function upgradeFilled(t: TestContext) {
  const databaseUrl = await createEmptyDatabase((work) => t.after(() => work()))
  const query = (statement: string) => runOn(databaseUrl, statement)
  const folder = await mkdtemp(join(tmpdir(), 'commerce-migrations-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  await cp(fileURLToPath(migrationsFolder), folder, { recursive: true })
  for (const name of await readdir(folder)) if (/^\d{4}/.test(name) && name >= '0015') await rm(join(folder, name))
  await writeFile(join(folder, 'functions.txt'), 'customers.sql\ndocuments.sql\n')
  // As files of the time had it.
  await writeFile(
    join(folder, 'customers.sql'),
    `create or replace function customer_name_key(name text) returns text language sql immutable
       return lower(regexp_replace(normalize(coalesce(name, ''), nfkd), U&'[\\0300-\\036f]', '', 'g'))`,
  )
  const letters = await readFile(new URL('0015_letters.sql', migrationsFolder), 'utf8')
  const [from, to] = ['-- The different words', 'create or replace function customer_name_key']
  const recording = letters.slice(letters.indexOf(from), letters.indexOf(to))
  await writeFile(join(folder, 'documents.sql'), `${formerFunctions}${recording}${formerTriggers}`)
  await migrate(databaseUrl, { folder: pathToFileURL(`${folder}/`) })
  const text = (value: string | null) => (value === null ? 'null' : `'${value}'`)
  await query(`insert into merchants (id, name, currency) values ('${shop}', ' The Shop\u00a0', 'GBP')`)
  for (const [n, sku, name, category] of products)
    await query(`
      insert into products (merchant_id, id, sku, name, category, price_minor, currency, price_common, status,
                            created_at, updated_at)
      values ('${shop}', '${id(n)}', ${text(sku)}, ${text(name)}, ${text(category)}, 100, 'GBP', 1000, 'active',
              now() + interval '${n} s', now())`)
  for (const [n, key] of accounts) {
    await query(`
      insert into users (id, email, email_key, name, is_verified, created_at, updated_at, verified_at)
      values ('${id(n)}', initcap('${key}'), '${key}', ' Łukasz ${n}', true, now() + interval '${n} s', now(),
              '2026-01-01')`)
    await query(`
      insert into customers (merchant_id, user_id, name_key, email_key)
      values ('${shop}', '${id(n)}', customer_name_key(' Łukasz ${n}'), '${key}')`)
  }
  await query(`
    insert into mail_tokens (token_hash, user_id, purpose, email_key, created_at, expires_at)
    select sha256(id::text::bytea), id, 'verify_email', email_key, now(), now() + interval '1 day' from users`)
  await migrate(databaseUrl)
  return { databaseUrl, query }
}

describe('letters, keys and mailboxes that are stored', () => {
  it('are as they would be stored now', async (t) => {
    const { databaseUrl, query } = await upgradeFilled(t)
    const stored = await query('select sku, name, category, name_key from products order by created_at')
    assert.deepEqual(
      stored.map(({ sku, name, category, name_key }) => [sku, name, category, name_key]),
      [
        [`MUG (duplicate ${id(1).slice(-12)})`, 'Łódź Wi-Fi Poster', 'Café', 'lodz wi-fi poster'],
        ['MUG', 'Mug', 'Café', 'mug'],
        [`MUG (duplicate ${id(3).slice(-12)})`, 'Glass', null, 'glass'],
        ['CUP', 'Straße Knife', null, 'strasse knife'],
        [`CUP (duplicate ${id(5).slice(-12)})`, 'Plain', null, 'plain'],
      ],
    )
    assert.deepEqual(await query('select name from merchants'), [{ name: 'The Shop' }])
    assert.deepEqual(await query(`select from customers where name_key !~ '^lukasz [1-6]$'`), [])

    const wrong = await query(`
      select products.name from products join product_documents found on product_id = id
       where (found.category, found.name_key, found.document) is distinct from
             (products.category, products.name_key, product_document(to_tsvector('product_text', search_text(name)),
                search_text(concat_ws(' ', products.category, description)), sku))`)
    assert.deepEqual(wrong, [])
    const counted = 'select word, sum(amount)::int as n from search_word_changes group by 1 having sum(amount) <> 0'
    const recounted = `
      select word, count(*)::int as n
        from products, words_of(search_text(concat_ws(' ', name, category, description))) word group by 1`
    assert.deepEqual(await query(`(${counted}) except (${recounted})`), [])
    assert.deepEqual(await query(`(${recounted}) except (${counted})`), [])
    assert.deepEqual(await migrate(databaseUrl), [])
  })

  it('two accounts of one mailbox stay, and all others have its one form', async (t) => {
    const { query } = await upgradeFilled(t)
    const keys = await query(`
      select users.email_key, customers.email_key as copied, users.email, verified_at = '2026-01-01' as kept,
             (select count(*)::int from mail_tokens where mail_tokens.email_key = users.email_key) as tokens
        from users join customers on user_id = id order by users.created_at`)
    const expected = [
      'ada@münchen.example',
      'bo@xn--mnchen-3ya.example',
      'bo@münchen.example',
      'cy@example.com',
      'dee@example.com',
      'eve@中国.δοκιμή',
    ]
    assert.deepEqual(
      keys.map((row) => [row['email_key'], row['copied'], row['kept'], row['tokens']]),
      expected.map((key) => [key, key, true, 1]),
    )
    assert.deepEqual([keys[0]?.['email'], keys[3]?.['email']], ['Ada@münchen.example', 'Cy@example.com'])
  })
})
