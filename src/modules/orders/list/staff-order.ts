import { type Static, Type } from 'typebox'
import { type AccountRow, selectAccounts } from '#src/modules/identity/index.ts'
import type { Databases } from '#src/platform/db/databases.ts'
import { Nullable, named, Uuid } from '#src/platform/http/envelope.ts'
import { cannotBeRead } from '#src/platform/lib/errors.ts'
import { Order, presentOrder } from '../order-schemas.ts'
import type { OrderRow } from '../row-queries.ts'

export const StaffOrder = named(
  'StaffOrder',
  Type.Object({
    ...Order.properties,
    customer: Type.Object(
      {
        id: Uuid,
        name: Nullable(Type.String({ examples: ['Ada Lovelace'] })),
        email: Nullable(
          Type.String({ description: 'Of the account; of a guest, of the order.', examples: ['ada@example.com'] }),
        ),
      },
      { description: 'As the account is now; without name and e-mail once it is erased.' },
    ),
    note: Nullable(Type.String({ description: 'By staff; shoppers and receivers of events never see it.' })),
  }),
)

/** Presents orders with their customers, who are read in one statement: accounts are in another database. */
export async function presentForStaff(
  { identity }: Databases,
  orders: readonly OrderRow[],
): Promise<(order: OrderRow) => Static<typeof StaffOrder>> {
  const customers = await customersOf(identity, orders)
  return (order) => ({
    ...presentOrder(order, 'staff'),
    customer: customerOf(order, customers),
    note: order.note,
  })
}

/** The accounts that placed the orders. */
export async function customersOf(
  identity: Databases['identity'],
  orders: readonly Pick<OrderRow, 'user_id'>[],
): Promise<Map<string, AccountRow>> {
  const accounts = await selectAccounts(identity, [...new Set(orders.map((order) => order.user_id))])
  return new Map(accounts.map((account) => [account.id, account]))
}

export function customerOf(order: Pick<OrderRow, 'user_id' | 'email'>, customers: ReadonlyMap<string, AccountRow>) {
  const account = customers.get(order.user_id)
  // Accounts are not deleted, and are in another database than orders.
  if (account === undefined) throw cannotBeRead('account')
  return { id: account.id, name: account.name, email: account.email ?? order.email }
}
