import type { Schemas } from '@commerce-platform/client'
import { words } from '#console/lib/format.ts'
import { t } from '#console/lib/text.ts'
import { Code } from '#console/ui/code.tsx'
import { Status } from '#console/ui/status.tsx'
import { Time } from '#console/ui/time.tsx'
import { errorText, outcomeText } from './answers.ts'

type Attempt = Schemas['DeliveryDetail']['attempt_log'][number]

/** Faults of the service, which spend no retry. */
const ownFaults = new Set(['egress_fault', 'lost'])

/** Every attempt with its answer, the newest first. */
export function Attempts({ delivery }: { delivery: Schemas['DeliveryDetail'] }) {
  if (delivery.attempt_log.length === 0) {
    return <p className="text-ink-2">{delivery.status === 'cancelled' ? t('It was never sent.') : t('None yet.')}</p>
  }
  return (
    <ol className="grid grid-cols-1 gap-4">
      {delivery.attempt_log.toReversed().map((attempt) => (
        <li
          key={attempt.number}
          className="border-t border-line pt-3"
          aria-label={t('Attempt {number}', { number: attempt.number })}
        >
          <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
            <span className="font-medium">{t('Attempt {number}', { number: attempt.number })}</span>
            <Status tone={attempt.outcome === 'delivered' ? 'good' : 'bad'}>{outcomeOf(attempt)}</Status>
            <span className="ml-auto text-ink-3 tabular-nums">
              {t('{milliseconds} ms', { milliseconds: attempt.duration_ms })} · <Time at={attempt.started_at} />
            </span>
          </div>
          {attempt.error && <p className="mt-1 text-ink-2 wrap-anywhere">{words(errorText(attempt.error))}</p>}
          {ownFaults.has(attempt.outcome) && (
            <p className="mt-1 text-ink-2">{t('A fault of the service: costs no retry.')}</p>
          )}
          {attempt.response_body && (
            <div className="mt-2">
              <Code label={t('Answer to attempt {number}', { number: attempt.number })} text={attempt.response_body} />
            </div>
          )}
        </li>
      ))}
    </ol>
  )
}

function outcomeOf({ status_code, outcome }: Attempt): string {
  return status_code === null ? outcomeText(outcome) : `${status_code} ${outcomeText(outcome)}`
}
