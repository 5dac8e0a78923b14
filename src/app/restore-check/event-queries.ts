import { type Check, checksOf, difference } from './check.ts'

/** The order of the log: docs/decisions/0021. */
export const eventChecks: Check[] = checksOf('events', {
  'no two events have one position, and none is behind the end of the log': [
    'events',
    `select merchant_id, position, count(*) as events, last_position
       from events left join event_log_heads head using (merchant_id)
      where position is not null
      group by merchant_id, position, last_position
     having count(*) > 1 or last_position is null or position > last_position`,
  ],
  'an event without a position is where numbering looks for it': [
    'events',
    `select merchant_id, id as event_id from events
      where position is null and not is_test and transaction_id < (select unnumbered_from())`,
  ],
  'events are counted, by name and day': [
    'events',
    difference(
      'merchant_id, day, name',
      'select merchant_id, day, key as name, value::integer as amount from event_segments, jsonb_each_text(totals)',
      `select merchant_id, uuid_hour(id) / 24 as day, name, 1 as amount from events where position is not null`,
    ),
  ],
  'an event lies in the segment of its position': [
    'events',
    `select event.merchant_id, event.id as event_id, position from events event left join lateral (
       select last_position, low, high from event_segments segment
        where segment.merchant_id = event.merchant_id and day = uuid_hour(event.id) / 24
          and first_position <= event.position order by first_position desc limit 1) segment on true
      where position is not null and (position <= last_position and id between low and high) is not true`,
  ],
})
