import { read } from '@commerce-platform/client'
import type { Command } from 'commander'
import { action, type Shared } from '../context.ts'
import { table } from '../table.ts'
import { toEventName } from './event-names.ts'
import { addPaging, type Paging, toQuery } from './paging.ts'

interface ListOptions extends Paging {
  event?: string
  since?: string
}

export function addEvents(program: Command, shared: Shared): void {
  const events = program.command('events').description('the shop’s events of the last 30 days')
  addPaging(events.command('list').description('newest first'))
    .option('--event <name>', 'only of this name')
    .option('--since <time>', 'from this time on')
    .action(
      action<ListOptions>(shared, async ({ client, output }, options) => {
        const event = options.event === undefined ? undefined : toEventName(options.event)
        const query = { ...toQuery(options), order: 'desc' as const, event, since: options.since }
        const page = await read(client().api.GET('/admin/events', { params: { query } }))
        output.result(page, () =>
          table(
            ['created', 'event', 'id'],
            page.items.map(({ created, event, id }) => [new Date(created * 1000).toISOString(), event, id]),
            'No events.',
          ),
        )
      }),
    )
  events
    .command('show <id>')
    .description('one event, with its deliveries')
    .action(
      action(shared, async ({ client, output }, _, id) => {
        const params = { path: { event_id: id ?? '' } }
        const event = await read(client().api.GET('/admin/events/{event_id}', { params }))
        output.result(event, () => JSON.stringify(event, undefined, 2))
      }),
    )
}
