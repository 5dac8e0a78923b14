import { sql } from 'kysely'
import type { Executor } from '#src/platform/db/transaction.ts'

const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** A place in the log of a shop. */
export interface Place {
  merchantId: string
  position: string
}

export interface FollowedEvent {
  position: string
  name: string
  body: Buffer
}

/** A shop whose log has moved, with its new end and the events up to it, oldest first. */
export interface Moved {
  merchant_id: string
  /** Where it was read from. */
  position: string
  end: string
  events: FollowedEvent[]
}

/** The last position of a shop's log. */
export async function selectLogEnd(db: Executor, merchantId: string): Promise<string> {
  const { rows } = await sql<{ end: string }>`
    select coalesce(max(last_position), 0)::text as end from event_log_heads
     where merchant_id = ${merchantId}`.execute(db)
  return rows[0]?.end ?? '0'
}

/**
 * Of these shops, those whose log does not end at the given place, with at most `limit` numbered events of each. After
 * a failover that lost the last positions an end may lie before its place. A log that has not moved costs one look at
 * its head. Only events of the last day are read, so that the partitions of earlier days are not.
 */
export async function selectMoved(
  db: Executor,
  places: readonly Place[],
  names: readonly string[],
  limit: number,
): Promise<Moved[]> {
  const { rows } = await sql<Omit<Moved, 'events'> & (FollowedEvent | { body: null })>`
    select place.merchant_id, place.position::text as position, head.last_position::text as end,
           event.position::text as event_position, event.name, event.body
      from unnest(${places.map(({ merchantId }) => merchantId)}::uuid[],
                  ${places.map(({ position }) => position)}::bigint[]) place (merchant_id, position)
      join event_log_heads head
        on head.merchant_id = place.merchant_id and head.last_position <> place.position
      left join lateral (
        select position, name, body from events
         where merchant_id = place.merchant_id and position is not null
           and (position, id) > (place.position, ${lastId}::uuid)
           and (position, id) <= (head.last_position, ${lastId}::uuid)
           and id >= uuid_at(now() - interval '1 day') and name = any (${[...names]}::text[])
         order by position limit ${limit}) event on true
     order by place.merchant_id, event.position`.execute(db)
  return gathered(rows as unknown as MovedRow[])
}

interface MovedRow {
  merchant_id: string
  position: string
  end: string
  event_position: string
  name: string
  body: Buffer | null
}

function gathered(rows: readonly MovedRow[]): Moved[] {
  const moved = new Map<string, Moved>()
  for (const { merchant_id, position, end, event_position, name, body } of rows) {
    const shop = moved.get(merchant_id) ?? { merchant_id, position, end, events: [] }
    moved.set(merchant_id, shop)
    if (body !== null) shop.events.push({ position: event_position, name, body })
  }
  return [...moved.values()]
}

/** At most `limit` events between two places of a log; `is_old` if it is of before `seconds` ago. */
export async function selectBetween(
  db: Executor,
  { merchantId, position }: Place,
  end: string,
  { names, limit, seconds }: { names: readonly string[]; limit: number; seconds: number },
): Promise<(FollowedEvent & { is_old: boolean })[]> {
  const { rows } = await sql<FollowedEvent & { is_old: boolean }>`
    select position::text as position, name, body,
           position < extract(epoch from now() - make_interval(secs => ${seconds}::float8)) * 1000000 as is_old
      from events
     where merchant_id = ${merchantId} and position is not null
       and (position, id) > (${position}::bigint, ${lastId}::uuid)
       and (position, id) <= (${end}::bigint, ${lastId}::uuid)
       and name = any (${[...names]}::text[])
     order by position limit ${limit}`.execute(db)
  return rows
}
