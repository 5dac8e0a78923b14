import { randomBytes } from 'node:crypto'
import { type Client, read, type Schemas } from '@commerce-platform/client'
import { Argument, type Command } from 'commander'
import { action, type Context, type Shared } from '../context.ts'
import { wrongUsage } from '../problems.ts'
import { onlyWebhook } from './deliveries.ts'
import { type EventName, eventNames, toEventName } from './event-names.ts'

interface TriggerOptions {
  sample?: boolean
  webhook?: string
}

export function addTrigger(program: Command, shared: Shared): void {
  program
    .command('trigger')
    .addArgument(new Argument('<event>', 'name of the event').choices(eventNames))
    .description('do in the shop what causes an event, or send a sample of it')
    .option('--sample', 'send the service’s sample to a subscription, and do nothing in the shop')
    .option('--webhook <id>', 'the subscription that gets the sample, if the shop has several')
    .addHelpText('after', help)
    .action(
      action<TriggerOptions>(shared, async (context, options, given = '') => {
        const event = toEventName(given)
        if (options.sample || options.webhook !== undefined) return sendSample(context, event, options.webhook)
        const cause = causes[event]
        if (cause === undefined) {
          throw wrongUsage(`only shoppers cause ${event}`, `Send a sample: commerce trigger ${event} --sample`)
        }
        const done = await cause(context.client())
        context.output.result({ event, ...done.made }, () => done.summary)
      }),
    )
}

const help = `
What it makes is called "Triggered", and archived or cancelled afterwards where the event allows. Use it in a test shop:
an order is a real one. Events of shoppers (user.*, cart.*, order.payment_failed) come as samples only: --sample.`

async function sendSample({ client, output }: Context, event: EventName, webhook?: string): Promise<void> {
  const path = { webhook_id: webhook ?? (await onlyWebhook(client())) }
  const delivery = await read(
    client().api.POST('/admin/webhooks/{webhook_id}/test', { params: { path }, body: { event } }),
  )
  output.result(delivery, () => [
    `Sent a sample of ${event} to subscription ${delivery.webhook_id}.`,
    `commerce deliveries show ${delivery.id}`,
  ])
}

interface Done {
  made: Record<string, string>
  summary: string
}

const causes: Partial<Record<EventName, (client: Client) => Promise<Done>>> = {
  'product.created': async (client) => archived(client, await makeProduct(client)),
  'product.updated': async (client) => {
    const { id } = await makeProduct(client)
    const body = { name: 'Triggered product, renamed' }
    return archived(client, await read(client.api.PATCH('/admin/products/{id}', { params: { path: { id } }, body })))
  },
  'product.deleted': async (client) => archived(client, await makeProduct(client)),
  'inventory.updated': async (client) => {
    const product = await makeProduct(client)
    const params = { path: { product_id: product.id } }
    await client.api.PATCH('/admin/inventory/{product_id}', { params, body: { on_hand: 5, reason: 'Triggered' } })
    return archived(client, product)
  },
  'order.created': async (client) => cancelled(client, await placeOrder(client)),
  'order.cancelled': async (client) => cancelled(client, await placeOrder(client)),
  'order.updated': async (client) => paid(client, await placeOrder(client)),
  'order.payment_succeeded': async (client) => paid(client, await placeOrder(client)),
  'order.completed': async (client) => {
    const order = await placeOrder(client)
    const done = await paid(client, order)
    await move(client, order.id, 'completed')
    return { ...done, summary: `Order ${order.order_number} was placed, paid and completed.` }
  },
}

function makeProduct(client: Client) {
  const sku = `triggered-${randomBytes(6).toString('hex')}`
  return read(
    client.api.POST('/admin/products', { body: { sku, name: 'Triggered product', price: 10, status: 'draft' } }),
  )
}

async function archived(client: Client, { id, sku }: { id: string; sku: string }): Promise<Done> {
  await client.api.DELETE('/admin/products/{id}', { params: { path: { id } } })
  return { made: { product_id: id }, summary: `Product ${sku} was made and archived.` }
}

function placeOrder(client: Client) {
  const customer = { email: 'triggered@example.com', name: 'Triggered customer' }
  const custom_items = [{ name: 'Triggered item', price: 10, quantity: 1 }]
  return read(client.api.POST('/admin/orders', { body: { customer, custom_items } }))
}

async function cancelled(client: Client, { id, order_number }: Schemas['StaffOrder']): Promise<Done> {
  await move(client, id, 'cancelled')
  return { made: { order_id: id }, summary: `Order ${order_number} was placed and cancelled.` }
}

async function paid(client: Client, { id, order_number }: Schemas['StaffOrder']): Promise<Done> {
  const body = { method: 'manual', reference: 'Triggered' }
  await client.api.POST('/admin/orders/{id}/payments', { params: { path: { id } }, body })
  return { made: { order_id: id }, summary: `Order ${order_number} was placed and paid.` }
}

/** Through the states between, as the order allows them. */
async function move(client: Client, id: string, goal: 'cancelled' | 'completed'): Promise<void> {
  const params = { path: { id } }
  let { allowed_transitions: next } = await read(client.api.GET('/admin/orders/{id}', { params }))
  if (!next.includes(goal) && next.includes('processing')) {
    const moved = await read(client.api.PATCH('/admin/orders/{id}', { params, body: { status: 'processing' } }))
    next = moved.allowed_transitions
  }
  await client.api.PATCH('/admin/orders/{id}', { params, body: { status: goal } })
}
