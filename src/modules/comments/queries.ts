import { type RawBuilder, sql } from 'kysely'
import { behindCursor, countUpToMaximum, pageWindow } from '#src/platform/db/statements/paging.ts'
import type { Executor, Transaction } from '#src/platform/db/transaction.ts'
import type { PageRequest } from '#src/platform/lib/page.ts'
import type { Subject } from './rules.ts'

export interface CommentRow {
  id: string
  text: string
  author_id: string
  author_name: string | null
  created_at: Date
}

/** What a comment is on. */
export interface Commented {
  merchantId: string
  subject: Subject
  id: string
}

/** The subject of the shop with its current id, and what people call it. */
export async function selectSubject(
  db: Executor,
  { merchantId, subject, id }: Commented,
): Promise<{ id: string; name: string } | undefined> {
  const from: Record<Subject, RawBuilder<{ id: string; name: string }>> = {
    order: sql`select id, order_number as name from orders where merchant_id = ${merchantId} and id = ${id}`,
    return: sql`
      select returns.id, orders.order_number as name from returns
        join orders on orders.merchant_id = returns.merchant_id and orders.id = returns.order_id
       where returns.merchant_id = ${merchantId} and returns.id = ${id}`,
    product: sql`select id, sku as name from products where merchant_id = ${merchantId} and id = ${id}`,
    customer: sql`
      select user_id as id, '' as name from customers
       where merchant_id = ${merchantId} and user_id = customer_id(${merchantId}, ${id})`,
  }
  return (await from[subject].execute(db)).rows[0]
}

export async function insertComment(
  transaction: Transaction,
  { merchantId, subject, id: subjectId }: Commented,
  { id, text, authorId }: { id: string; text: string; authorId: string },
): Promise<void> {
  await sql`
    insert into comments (merchant_id, id, subject, subject_id, text, actor_id, created_at)
    values (${merchantId}, ${id}, ${subject}, ${subjectId}, ${text}, ${authorId}, now())`.execute(transaction)
}

/** Users and keys have the names of today; a member of the staff without a name is known by the address. */
const shown = sql`
  comment.id, comment.text, comment.actor_id as author_id, comment.created_at,
  coalesce((select name from users where users.id = comment.actor_id),
           (select users.email from staff join users on users.id = staff.user_id
             where staff.merchant_id = comment.merchant_id and staff.user_id = comment.actor_id),
           (select name from api_keys where api_keys.merchant_id = comment.merchant_id
                                        and api_keys.id = comment.actor_id)) as author_name`

export async function selectComment(db: Executor, merchantId: string, id: string): Promise<CommentRow | undefined> {
  const { rows } = await sql<CommentRow>`
    select ${shown} from comments comment where merchant_id = ${merchantId} and id = ${id}`.execute(db)
  return rows[0]
}

/** A page of the comments on something, newest first. */
export async function selectComments(db: Executor, of: Commented, page: PageRequest): Promise<CommentRow[]> {
  const behind = behindCursor(page, 'desc', ['comment.id', 'uuid'])
  const { rows } = await sql<CommentRow>`
    select ${shown} from comments comment where ${isOn(of)} and ${behind}
     order by comment.id desc ${pageWindow(page)}`.execute(db)
  return rows
}

export function countComments(db: Executor, of: Commented): Promise<number> {
  return countUpToMaximum(db, sql`select 1 from comments where ${isOn(of)}`)
}

function isOn({ merchantId, subject, id }: Commented) {
  return sql`merchant_id = ${merchantId} and subject = ${subject} and subject_id = ${id}::uuid`
}

/** Members of the staff who have one of these names (`nameKey`), or without a name one of these addresses. */
export async function selectMembersNamed(
  db: Executor,
  merchantId: string,
  names: readonly string[],
): Promise<{ id: string }[]> {
  const { rows } = await sql<{ id: string }>`
    select users.id from staff join users on users.id = staff.user_id
     where staff.merchant_id = ${merchantId}
       and lower(btrim(coalesce(users.name, users.email))) = any (${[...names]}::text[])
     order by users.id`.execute(db)
  return rows
}

/** A customer who is erased takes along what was said about them; the names of authors are those of today. */
export async function eraseComments(transaction: Transaction, userId: string): Promise<void> {
  await sql`
    delete from comments
     where subject = 'customer' and subject_id = ${userId}
       and merchant_id in (select merchant_id from customers where user_id = ${userId})`.execute(transaction)
}
