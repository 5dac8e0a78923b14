import { read, type Schemas } from '@commerce-platform/client'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { type FormEvent, useId, useRef, useState } from 'react'
import type { Permission } from '#console/data/granted.ts'
import { useRefusal } from '#console/data/permissions.ts'
import { listOptions } from '#console/data/queries.ts'
import { api } from '#console/data/session.ts'
import { staffOptions } from '#console/data/staff.ts'
import { useChange } from '#console/data/use-change.ts'
import { faultsOf } from '#console/lib/faults.ts'
import { t } from '#console/lib/text.ts'
import { Button } from '#console/ui/button.tsx'
import { Field, Select, TextArea } from '#console/ui/field.tsx'
import { Section } from '#console/ui/page.tsx'
import { Failure, Notice } from '#console/ui/states.tsx'
import { Time } from '#console/ui/time.tsx'
import { toast } from '#console/ui/toasts.tsx'

type Comment = Schemas['Comment']
type On = 'orders' | 'users' | 'returns' | 'products'

const paths = {
  orders: '/admin/orders/{id}/comments',
  users: '/admin/users/{id}/comments',
  returns: '/admin/returns/{id}/comments',
  products: '/admin/products/{id}/comments',
} as const

interface CommentsProps {
  on: On
  id: string
  /** What writing takes. */
  needs?: Permission
}

/** What the team says about it, newest first. Customers never see it. */
export function Comments({ on, id, needs = 'orders.write' }: CommentsProps) {
  const key = ['comments', on, id]
  const query = useInfiniteQuery(
    listOptions<Comment>(key, (page, signal) =>
      read(api.GET(paths[on], { params: { path: { id }, query: page }, signal })),
    ),
  )
  const comments = query.data?.pages.flatMap(({ items }) => items) ?? []
  return (
    <Section title={t('Comments')}>
      <NewComment on={on} id={id} needs={needs} queryKey={key} />
      {query.error && <Failure error={query.error} retry={query.refetch} />}
      <ul>
        {comments.map(({ id: commentId, text, author, created_at }) => (
          <li key={commentId} className="border-t border-line py-2">
            <p className="flex flex-wrap justify-between gap-x-4">
              <span className="font-medium">{author.name ?? t('A former colleague')}</span>
              <span className="text-ink-3">
                <Time at={created_at} />
              </span>
            </p>
            <p className="whitespace-pre-wrap wrap-anywhere">{text.replaceAll(/@\[([^\][\n]{1,200})\]/g, '@$1')}</p>
          </li>
        ))}
      </ul>
      {query.hasNextPage && (
        <Button look="quiet" className="-ml-3" busy={query.isFetchingNextPage} onClick={() => query.fetchNextPage()}>
          {t('Show older comments')}
        </Button>
      )}
    </Section>
  )
}

interface NewCommentProps extends Required<CommentsProps> {
  queryKey: readonly unknown[]
}

function NewComment({ on, id, needs, queryKey }: NewCommentProps) {
  const [text, setText] = useState('')
  const [isOpen, setOpen] = useState(false)
  const formId = useId()
  const refusal = useRefusal(needs)
  // A request that is sent again after a lost answer has the key of the first.
  const key = useRef(crypto.randomUUID())
  const save = useChange(
    [queryKey],
    (body: Schemas['NewComment']) =>
      read(api.POST(paths[on], { params: { path: { id } }, body, headers: { 'idempotency-key': key.current } })),
    () => {
      key.current = crypto.randomUUID()
      setText('')
      setOpen(false)
      toast(t('Comment added'))
    },
  )
  const faults = faultsOf(save.error, ['text'])
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    // It may stand in a form of its page.
    event.stopPropagation()
    if (!save.isPending) save.mutate({ text })
  }
  if (!isOpen) {
    return (
      <Button className="mb-2" refusal={refusal} onClick={() => setOpen(true)}>
        {t('Add a comment')}
      </Button>
    )
  }
  return (
    <form id={formId} aria-label={t('Add a comment')} onSubmit={submit} className="mb-4 grid gap-3">
      <Field label={t('Comment')} hint={t('Only your team sees it.')} error={faults.of('text')}>
        <TextArea
          value={text}
          required
          maxLength={5000}
          autoFocus
          readOnly={save.isPending}
          onChange={({ target }) => {
            key.current = crypto.randomUUID()
            setText(target.value)
          }}
        />
      </Field>
      {faults.rest != null && <Notice error={faults.rest} />}
      <div className="flex flex-wrap justify-end gap-2">
        <Mention onChoose={(name) => setText(`${text.replace(/\S$/, '$& ')}@[${name}] `)} />
        <Button
          onClick={() => {
            save.reset()
            setText('')
            setOpen(false)
          }}
        >
          {t('Cancel')}
        </Button>
        <Button type="submit" look="primary" busy={save.isPending}>
          {t('Add comment')}
        </Button>
      </div>
    </form>
  )
}

/** Names, or else addresses, of those whom the role may see. */
function Mention({ onChoose }: { onChoose: (name: string) => void }) {
  const { data: staff = [] } = useQuery(staffOptions)
  const names = [...new Set(staff.flatMap(({ user_id: id, name, email }) => (id ? (name ?? email) : [])))]
  if (names.length === 0) return null
  return (
    <Select
      aria-label={t('E-mail a colleague')}
      value=""
      className="w-auto! mr-auto"
      onChange={({ target }) => target.value !== '' && onChoose(target.value)}
    >
      <option value="">{t('E-mail a colleague…')}</option>
      {names.map((name) => (
        <option key={name}>{name}</option>
      ))}
    </Select>
  )
}
