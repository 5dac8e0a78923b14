import type { Schemas } from '@commerce-platform/client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { messageOf } from '#console/data/queries.ts'
import { t } from '#console/lib/text.ts'
import { Button } from '#console/ui/button.tsx'
import { Actions, Dialog } from '#console/ui/dialog.tsx'
import { type BulkChange, beginChange, jobOptions, rehearsalOptions } from './bulk-data.ts'
import { JobProgress } from './job-progress.tsx'
import { Figures } from './rehearsal.tsx'

type Product = Pick<Schemas['Product'], 'id' | 'sku' | 'name'>

export interface JobDialogProps {
  products: readonly Product[]
  title: string
  /** What it means for customers. */
  description?: ReactNode
  /** "Archive", on the button, until it is known how many would change. */
  begin: string
  /** "Archive 23 products" */
  action: (count: number) => string
  /** "23 products archived" */
  done: (count: number) => string
  danger?: boolean
  /** What is asked. */
  children?: ReactNode
  /** The change that the fields say; undefined as long as they say none. */
  changeOf: (form: FormData) => BulkChange | undefined
  onClose: () => void
  /** Only those that failed stay chosen. */
  onDone: (left: ReadonlySet<string>) => void
}

/** After the last key, before it is asked what the change would do. */
const pauseMs = 250

/** Says in figures what a change of many products will do, has it done by a job, and says what could not be. */
export function JobDialog(props: JobDialogProps) {
  const { products, title, description, danger = false, onClose, onDone } = props
  const client = useQueryClient()
  // What is chosen may be another list by the time that it is done.
  const [chosen] = useState(products)
  const ids = chosen.map(({ id }) => id)
  const begin = useMutation({ mutationFn: (change: BulkChange) => beginChange(ids, change) })
  function close(): void {
    const job = begin.data && client.getQueryData(jobOptions(begin.data).queryKey)
    if (job?.status === 'completed') onDone(new Set(job.errors.flatMap(({ id }) => id ?? [])))
    onClose()
  }
  return (
    <Dialog open onClose={close} wide title={title} description={begin.data === undefined && description}>
      {begin.data === undefined ? (
        <Ask {...props} ids={ids} look={danger ? 'danger' : 'primary'} beginning={begin} />
      ) : (
        <JobProgress begun={begin.data} products={chosen} done={props.done} onClose={close} />
      )}
    </Dialog>
  )
}

interface AskProps extends JobDialogProps {
  ids: readonly string[]
  look: 'danger' | 'primary'
  beginning: { mutate: (change: BulkChange) => void; isPending: boolean; error: unknown }
}

function Ask({ ids, look, beginning, begin, action, children, changeOf, onClose }: AskProps) {
  // Without fields there is something to say at once.
  const [change, setChange] = useState(() => changeOf(new FormData()))
  const timer = useRef<number>(undefined)
  function read(form: HTMLFormElement): void {
    clearTimeout(timer.current)
    timer.current = window.setTimeout(
      () => setChange(form.checkValidity() ? changeOf(new FormData(form)) : undefined),
      pauseMs,
    )
  }
  const rehearsal = useQuery(rehearsalOptions(ids, change))
  const found = change === undefined ? undefined : rehearsal.data
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const now = changeOf(new FormData(event.currentTarget))
    if (beginning.isPending || now === undefined || found?.changed === 0) return
    beginning.mutate(now)
  }
  const error = beginning.error ?? (change === undefined ? undefined : rehearsal.error)
  return (
    <form onSubmit={submit} onInput={(event) => read(event.currentTarget)} className="mt-4">
      {children}
      <div aria-live="polite" className="mt-4 min-h-6">
        {error != null ? (
          <p className="text-bad">{messageOf(error)}</p>
        ) : (
          found && <Figures found={found} isOld={rehearsal.isFetching} />
        )}
      </div>
      <Actions>
        <Button onClick={onClose}>{t('Cancel')}</Button>
        <Button
          type="submit"
          look={look}
          busy={beginning.isPending}
          refusal={found?.changed === 0 ? t('None of the chosen ones would change.') : undefined}
        >
          {found && found.changed > 0 ? action(found.changed) : begin}
        </Button>
      </Actions>
    </form>
  )
}
