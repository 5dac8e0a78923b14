import { type Client, read, type Schemas } from '@commerce-platform/client'
import { type Command, Option } from 'commander'
import { action, type Shared } from '../context.ts'
import { Problem, wrongUsage } from '../problems.ts'
import { table } from '../table.ts'
import { addPaging, type Paging, toQuery } from './paging.ts'

const statuses = ['pending', 'delivering', 'delivered', 'failed', 'cancelled'] as const

interface ListOptions extends Paging {
  webhook?: string
  status?: (typeof statuses)[number]
}

export function addDeliveries(program: Command, shared: Shared): void {
  const deliveries = program.command('deliveries').description('what was sent to the shop’s webhook subscriptions')
  addPaging(deliveries.command('list').description('newest first'))
    .option('--webhook <id>', 'only of this subscription (default: the newest of all)')
    .addOption(new Option('--status <status>', 'only of this status').choices(statuses))
    .action(
      action<ListOptions>(shared, async ({ client, output }, options) => {
        const page = await listDeliveries(client(), options)
        output.result(page, () =>
          table(
            ['created', 'event', 'status', 'attempts', 'last answer', 'id'],
            page.items.map(rowOf),
            'No deliveries.',
          ),
        )
      }),
    )
  deliveries
    .command('show <id>')
    .description('one delivery with its payload and every attempt')
    .option('--webhook <id>', 'its subscription; looked for if left out')
    .action(
      action<{ webhook?: string }>(shared, async ({ client, output }, options, id = '') => {
        const found = await findDelivery(client(), id, options.webhook)
        output.result(found, () => JSON.stringify(found, undefined, 2))
      }),
    )
  deliveries
    .command('retry <id>')
    .description('send an ended delivery again, with the same bytes')
    .option('--webhook <id>', 'its subscription; looked for if left out')
    .action(
      action<{ webhook?: string }>(shared, async ({ client, output }, options, id = '') => {
        const { webhook_id } = await findDelivery(client(), id, options.webhook)
        const params = { path: { webhook_id, delivery_id: id } }
        const path = '/admin/webhooks/{webhook_id}/deliveries/{delivery_id}/retry'
        const delivery = await read(client().api.POST(path, { params }))
        output.result(delivery, () => `Delivery ${id} is ${delivery.status}.`)
      }),
    )
}

/** A page of one subscription; without a name the newest of all, which have no cursor together. */
async function listDeliveries(client: Client, options: ListOptions): Promise<{ items: Schemas['Delivery'][] }> {
  if (options.webhook === undefined && options.cursor !== undefined) {
    throw wrongUsage('a cursor is of one subscription', 'Name it with --webhook.')
  }
  const query = { ...toQuery(options), status: options.status }
  const webhooks = options.webhook === undefined ? await allWebhooks(client) : [options.webhook]
  const pages = await Promise.all(
    webhooks.map((webhook_id) => {
      const params = { path: { webhook_id }, query }
      return read(client.api.GET('/admin/webhooks/{webhook_id}/deliveries', { params }))
    }),
  )
  if (options.webhook !== undefined && pages[0] !== undefined) return pages[0]
  const items = pages.flatMap((page) => page.items)
  items.sort((one, other) => other.created_at.localeCompare(one.created_at))
  return { items: items.slice(0, options.limit) }
}

function rowOf({ created_at, event, status, attempts, last_status_code, last_error, id }: Schemas['Delivery']) {
  return [created_at, event, status, attempts, last_status_code ?? last_error, id]
}

/** @throws Problem if the shop has none, or several */
export async function onlyWebhook(client: Client): Promise<string> {
  const { items } = await read(client.api.GET('/admin/webhooks', { params: { query: { limit: 100 } } }))
  const [first, ...others] = items
  if (first === undefined) {
    const remedy = 'Make one in the console, or: commerce api POST /admin/webhooks -f url=https://… -f events[]=order.*'
    throw new Problem('the shop has no webhook subscription', remedy)
  }
  if (others.length > 0) {
    throw wrongUsage(
      'the shop has several subscriptions',
      items.map(({ id, url }) => `  --webhook ${id}   ${url}`).join('\n'),
    )
  }
  return first.id
}

/** The delivery of any of the shop's subscriptions. */
async function findDelivery(client: Client, id: string, webhook?: string): Promise<Schemas['DeliveryDetail']> {
  const candidates = webhook === undefined ? await allWebhooks(client) : [webhook]
  for (const webhook_id of candidates) {
    const params = { path: { webhook_id, delivery_id: id } }
    const path = '/admin/webhooks/{webhook_id}/deliveries/{delivery_id}'
    try {
      return await read(client.api.GET(path, { params }))
    } catch (error) {
      const isLast = webhook_id === candidates.at(-1)
      if (isLast || (error as { status?: number }).status !== 404) throw error
    }
  }
  throw new Problem('the shop has no webhook subscription')
}

async function allWebhooks(client: Client): Promise<string[]> {
  const { items } = await read(client.api.GET('/admin/webhooks', { params: { query: { limit: 100 } } }))
  return items.map(({ id }) => id)
}
