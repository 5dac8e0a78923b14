import { currencyDigits, read } from '@commerce-platform/client'
import { type Command, Option } from 'commander'
import { action, type Context, type Shared } from '../context.ts'
import { Problem } from '../problems.ts'
import { save } from '../save.ts'
import { table } from '../table.ts'
import { addPaging, type Paging, toQuery } from './paging.ts'

interface ListOptions extends Paging {
  status?: string
  paymentStatus?: string
  search?: string
}

export function addOrders(program: Command, shared: Shared): void {
  const orders = program.command('orders').description('the shop’s orders')
  addPaging(orders.command('list').description('newest first'))
    .option('--status <status>', 'pending, paid, processing, completed or cancelled; several separated by commas')
    .option('--payment-status <status>', 'unpaid, failed, partially_paid, paid, partially_refunded or refunded')
    .option('--search <text>', 'number, name, e-mail address, postal code or phone')
    .action(
      action<ListOptions>(shared, async ({ client, output }, options) => {
        const { status, paymentStatus, search } = options
        const query = { ...toQuery(options), status, payment_status: paymentStatus, q: search }
        const page = await read(client().api.GET('/admin/orders', { params: { query } }))
        output.result(page, () =>
          table(
            ['created', 'number', 'status', 'payment', 'total', 'id'],
            page.items.map(({ created_at, order_number, status, payment_status, total, currency, id }) => [
              created_at,
              order_number,
              status,
              payment_status,
              `${total.toFixed(currencyDigits(currency))} ${currency}`,
              id,
            ]),
            'No orders.',
          ),
        )
      }),
    )
  orders
    .command('show <id>')
    .description('one order; <id> may be its number')
    .action(
      action(shared, async ({ client, output }, _, given = '') => {
        const { api } = client()
        const isId = /^[0-9a-f]{8}-[0-9a-f-]{27}$/i.test(given)
        const id = isId ? given : await idOfNumber({ client }, given)
        const order = await read(api.GET('/admin/orders/{id}', { params: { path: { id } } }))
        output.result(order, () => JSON.stringify(order, undefined, 2))
      }),
    )
  orders
    .command('export')
    .description('all orders as a file')
    .addOption(new Option('--format <format>', 'format').choices(['csv', 'ndjson']).default('csv'))
    .option('-o, --output <file>', 'file to write (default: standard output)')
    .action(
      action<{ format: 'csv' | 'ndjson'; output?: string }>(shared, async (context, options) => {
        const query = { format: options.format }
        const { response } = await context
          .client()
          .files.GET('/admin/orders/export', { params: { query }, parseAs: 'stream' })
        await save(context, response, options.output)
      }),
    )
}

async function idOfNumber({ client }: Pick<Context, 'client'>, number: string): Promise<string> {
  const query = { q: number, limit: 2 }
  const { items } = await read(client().api.GET('/admin/orders', { params: { query } }))
  const plain = (text: string) => text.replace(/^#/, '').toLowerCase()
  const found = items.find(({ order_number }) => plain(order_number) === plain(number))
  if (found === undefined) throw new Problem(`no order has the number ${number}`)
  return found.id
}
