import type { Schemas } from '@commerce-platform/client'
import { useQuery } from '@tanstack/react-query'
import { messageOf } from '#console/data/queries.ts'
import { sentence, sentencesOf } from '#console/lib/faults.ts'
import { t } from '#console/lib/text.ts'
import { Button } from '#console/ui/button.tsx'
import { Actions } from '#console/ui/dialog.tsx'
import { type Job, jobOptions } from './bulk-data.ts'

interface JobProgressProps {
  begun: Job
  products: readonly Pick<Schemas['Product'], 'id' | 'sku' | 'name'>[]
  done: (count: number) => string
  onClose: () => void
}

/** How far a job is, and at its end what came of it. */
export function JobProgress({ begun, products, done, onClose }: JobProgressProps) {
  const { data: job, error } = useQuery(jobOptions(begun))
  const isRunning = job.status === 'running'
  const names = new Map(products.map(({ id, name }) => [id, name]))
  const whole = job.errors.filter(({ id }) => id === null)
  const failed = job.errors.filter(({ id }) => id !== null)
  const share = job.total === 0 ? 1 : job.done / job.total
  return (
    <div className="mt-4">
      <div
        role="progressbar"
        aria-label={t('Progress')}
        aria-valuenow={job.done}
        aria-valuemin={0}
        aria-valuemax={job.total}
        className="h-1.5 overflow-hidden rounded bg-paper-3"
      >
        <div className="h-full bg-accent" style={{ width: `${share * 100}%` }} />
      </div>
      <p role="status" className="mt-2 font-medium">
        {isRunning ? t('{done} of {total}', { done: job.done, total: job.total }) : outcome(job, done)}
      </p>
      {isRunning && <p className="mt-1 text-ink-2">{t('It goes on if you close this.')}</p>}
      {isRunning && error !== null && <p className="mt-1 text-bad">{messageOf(error)}</p>}
      {whole.map(({ message }) => (
        <p key={message} className="mt-1 text-bad">
          {sentence(message)}
        </p>
      ))}
      {failed.length > 0 && (
        <ul className="mt-3 max-h-60 overflow-y-auto border-t border-line" aria-label={t('What failed')}>
          {failed.map(({ id, sku, field, message }) => (
            <li key={id} className="border-b border-line py-1.5">
              <span className="font-medium">{names.get(id ?? '') ?? sku}</span>{' '}
              <span className="text-bad">{sentencesOf([{ field, message }])}</span>
            </li>
          ))}
        </ul>
      )}
      <Actions>
        <Button look={isRunning ? 'plain' : 'primary'} onClick={onClose}>
          {isRunning ? t('Close') : t('Done')}
        </Button>
      </Actions>
    </div>
  )
}

function outcome({ status, changed, done, failed }: Job, textOfDone: JobProgressProps['done']): string {
  const same = done - changed - failed
  return [
    textOfDone(changed),
    failed > 0 && t('{count} failed', { count: failed }),
    same > 0 && t('{count} unchanged', { count: same }),
    status === 'failed' && t('then it stopped'),
  ]
    .filter(Boolean)
    .join(', ')
}
