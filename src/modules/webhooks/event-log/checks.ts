import { type Check, checksOf } from '#src/platform/db/checks.ts'

/** The order of the log: src/modules/webhooks/README.md. */
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
  'an event of an account or an order says its user, by which it is erased': [
    'events',
    `select merchant_id, id as event_id from events
      where user_id is null and not is_test and (name like 'user.%' or name like 'order.%')
        and id >= (select users_from from event_numbering)`,
  ],
})
