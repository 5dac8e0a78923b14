import { sql } from 'kysely'
import { behindCursor, countUpToMaximum, pageWindow } from '#src/platform/db/statements/paging.ts'
import type { Executor } from '#src/platform/db/transaction.ts'
import type { KeyKind } from '#src/platform/http/auth/authentication-services.ts'
import type { PageRequest } from '#src/platform/lib/page.ts'
import type { Role } from '#src/platform/lib/permissions.ts'

export interface ApiKeyRow {
  id: string
  kind: KeyKind
  /** Who made a key of kind `admin`; the others are the shop's. */
  user_id: string | null
  name: string
  permissions: string[]
  last_four: string
  /** A publishable key, whole. */
  public_key: string | null
  /** Of kind `storefront`. */
  rate_limit_per_minute: number | null
  created_at: Date
  expires_at: Date | null
  last_used_at: Date | null
}

/** In keys of earlier releases `orders.write` includes the two permissions that were split off. */
const permissions = sql`
  case when orders_write_alone or not 'orders.write' = any (permissions) then permissions
       else permissions || '{orders.fulfil,orders.refund}'::text[] end as permissions`

const columns = sql`
  id, kind, user_id, name, ${permissions}, last_four, public_key, rate_limit_per_minute, created_at, expires_at,
  last_used_at`

export interface NewApiKey {
  id: string
  merchant_id: string
  kind: KeyKind
  user_id: string | null
  /** The API key with which it is made: it does not outlive that one. */
  made_with: string | null
  name: string
  permissions: readonly string[]
  key_hash: Buffer
  last_four: string
  public_key: string | null
  rate_limit_per_minute: number | null
  expires_at: Date | null
}

/** Undefined if it has expired already. */
export async function insertApiKey(db: Executor, key: NewApiKey): Promise<ApiKeyRow | undefined> {
  const { rows } = await sql<ApiKeyRow>`
    insert into api_keys (id, merchant_id, kind, user_id, made_with, name, permissions, key_hash, last_four, public_key,
                          rate_limit_per_minute, created_at, expires_at, orders_write_alone)
    select ${key.id}, ${key.merchant_id}, ${key.kind}, ${key.user_id}, ${key.made_with}, ${key.name},
           ${key.permissions}::text[], ${key.key_hash}, ${key.last_four}, ${key.public_key}::text,
           ${key.rate_limit_per_minute}::integer, now(),
           least(${key.expires_at}::timestamptz,
                 (select expires_at from api_keys where merchant_id = ${key.merchant_id} and id = ${key.made_with})),
           true
     where coalesce(${key.expires_at}::timestamptz > now(), true)
    returning ${columns}`.execute(db)
  return rows[0]
}

/** Keys of the merchant, newest first. */
export async function selectApiKeys(db: Executor, merchantId: string, page: PageRequest): Promise<ApiKeyRow[]> {
  const { rows } = await sql<ApiKeyRow>`
    select ${columns} from api_keys
     where merchant_id = ${merchantId} and ${behindCursor(page, 'desc', ['id', 'uuid'])}
     order by id desc ${pageWindow(page)}`.execute(db)
  return rows
}

export function countApiKeys(db: Executor, merchantId: string): Promise<number> {
  return countUpToMaximum(db, sql`select 1 from api_keys where merchant_id = ${merchantId}`)
}

/** The first publishable key of a merchant that is good now. */
export async function selectPublishableKey(db: Executor, merchantId: string): Promise<string | undefined> {
  const { rows } = await sql<{ public_key: string }>`
    select public_key from api_keys
     where merchant_id = ${merchantId} and kind = 'publishable' and (expires_at is null or expires_at > now())
     order by id limit 1`.execute(db)
  return rows[0]?.public_key
}

export async function deleteApiKey(db: Executor, merchantId: string, id: string): Promise<boolean> {
  const { rows } = await sql`
    delete from api_keys where merchant_id = ${merchantId} and id = ${id} returning id`.execute(db)
  return rows.length > 0
}

interface LiveKeyRow {
  id: string
  name: string
  merchant_id: string
}

/** A key that acts for its maker, or one of the shop's storefronts, which has neither maker nor permissions. */
export type LiveApiKeyRow =
  | (LiveKeyRow & { kind: 'admin'; user_id: string; role: Role; permissions: string[] })
  | (LiveKeyRow & { kind: 'publishable' })
  | (LiveKeyRow & { kind: 'storefront'; rate_limit_per_minute: number })

const liveKey = (keyHash: Buffer) => sql<LiveApiKeyRow>`
      select id, kind, name, api_keys.merchant_id, api_keys.user_id, staff.role, ${permissions}, rate_limit_per_minute
        from api_keys left join staff using (merchant_id, user_id)
       where key_hash = ${keyHash} and (expires_at is null or expires_at > now())
         and (kind <> 'admin' or staff.role is not null)`

/** The same without a note, at a standby. */
export async function findApiKey(db: Executor, keyHash: Buffer): Promise<LiveApiKeyRow | undefined> {
  return (await liveKey(keyHash).execute(db)).rows[0]
}

/** Notes the use, exact to a minute, which is a write once a minute. */
export async function useApiKey(db: Executor, keyHash: Buffer): Promise<LiveApiKeyRow | undefined> {
  const { rows } = await sql<LiveApiKeyRow>`
    with live as (${liveKey(keyHash)}
    ), used as (
      update api_keys set last_used_at = now()
        from live
       where api_keys.id = live.id
         and (api_keys.last_used_at is null or api_keys.last_used_at < now() - interval '1 minute')
    )
    select * from live`.execute(db)
  return rows[0]
}
