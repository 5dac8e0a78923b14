import assert from 'node:assert/strict'
import { it } from 'node:test'
import { summarizeStatement } from './statement-summary.ts'

it('a statement is summed up by what it does and the table it is about', () => {
  for (const [text, operation, target] of [
    ['begin', 'begin', undefined],
    ['select id from users where email = $1', 'select', 'users'],
    ['  SELECT "id" FROM "users"', 'select', 'users'],
    ['select * from lease_deliveries($1::uuid[], $2)', 'select', 'lease_deliveries'],
    ['select record_outcomes($1, $2) as written', 'select', 'record_outcomes'],
    ['with due as (select id from jobs for update skip locked) update jobs set n = 1 from due', 'update', 'jobs'],
    [
      'with mine as materialized (select 1), more (a) as (select 2) select * from mine join orders on true',
      'select',
      'orders',
    ],
    ['insert into carts (id) values ($1) on conflict do update set id = $1', 'insert', 'carts'],
    ['select id from stock where id = $1 for update of stock', 'select', 'stock'],
    ['delete from only sessions where id = $1', 'delete', 'sessions'],
    ['select id from unnest($1::uuid[]) id join products using (id)', 'select', 'products'],
    ["select 'delete from users' as text -- update carts\n from orders", 'select', 'orders'],
  ] as const)
    assert.deepEqual(summarizeStatement(text), { operation, target }, text)
})
