import assert from 'node:assert/strict'
import { cp, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { it } from 'node:test'
import { pathToFileURL } from 'node:url'
import { migrate } from '#src/platform/db/migrate.ts'
import { newId } from '#src/platform/lib/ids.ts'
import { createEmptyDatabase, runOn } from './release.ts'

const migrations = new URL('../../migrations/', import.meta.url)
const invitations = /^\d+_invitations_and_keys\.sql$/

it('the upgrade to invitations leaves every shop an owner who can sign in, and confirms nobody else', async (t) => {
  const databaseUrl = await createEmptyDatabase((work) => t.after(() => work()))
  const folder = await mkdtemp(join(tmpdir(), 'commerce-migrations-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  await mkdir(join(folder, 'repeatable'))
  const names = (await readdir(migrations)).filter((name) => /^\d+_.*\.sql$/.test(name)).sort()
  const before = names.slice(
    0,
    names.findIndex((name) => invitations.test(name)),
  )
  const upTo = async (chosen: string[]) => {
    for (const name of chosen) await cp(new URL(name, migrations), join(folder, name))
    await migrate(databaseUrl, { folder: pathToFileURL(`${folder}/`), log: () => {} })
  }
  await upTo(before)

  const staff = async (merchantId: string, name: string, role: string, confirmed: boolean, password = true) => {
    const id = newId()
    await runOn(
      databaseUrl,
      `insert into users (id, email, email_key, password_hash, is_verified, created_at, updated_at)
       values ($1, $2, $2, $3, $4, now(), now())`,
      [id, name, password ? 'hash' : null, confirmed],
    )
    await runOn(databaseUrl, 'insert into staff (merchant_id, user_id, role) values ($1, $2, $3)', [
      merchantId,
      id,
      role,
    ])
  }
  const [good, locked, waiting] = [newId(), newId(), newId()]
  for (const id of [good, locked, waiting])
    await runOn(databaseUrl, "insert into merchants (id, name, currency) values ($1, 'Shop', 'GBP')", [id])
  await staff(good, 'good: confirmed owner', 'owner', true)
  await staff(good, 'good: other owner', 'owner', false)
  await staff(good, 'good: manager', 'manager', false)
  await staff(locked, 'locked: owner', 'owner', false)
  await staff(locked, 'locked: manager', 'manager', false)
  // A confirmed address without a password is no way in.
  await staff(waiting, 'waiting: invited owner', 'owner', true, false)
  await staff(waiting, 'waiting: owner', 'owner', false)

  await upTo(names.filter((name) => invitations.test(name)))
  const confirmed = await runOn<{ email: string }>(databaseUrl, 'select email from users where is_verified order by 1')
  assert.deepEqual(
    confirmed.map(({ email }) => email),
    ['good: confirmed owner', 'locked: owner', 'waiting: invited owner', 'waiting: owner'],
  )
})
