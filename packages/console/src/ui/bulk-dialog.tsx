import type { QueryKey } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { messageOf } from '#console/data/queries.ts'
import { type Noun, nouns } from '#console/lib/nouns.ts'
import { t } from '#console/lib/text.ts'
import { type BulkProgress, type BulkStep, useBulk } from '#console/lib/use-bulk.ts'
import { Button } from './button.tsx'
import { Actions, Dialog } from './dialog.tsx'

export interface BulkDialogProps<Item> {
  onClose: () => void
  /** "Fulfil 23 orders" */
  title: string
  /** What will happen, in figures. */
  description: ReactNode
  /** What it is done with. */
  items: readonly Item[]
  /** Those that were chosen, too, and that it cannot be done with: why. */
  refused?: readonly { item: Item; why: string }[]
  noun: Noun
  nameOf: (item: Item) => string
  keyOf: (item: Item) => string
  /** "Fulfil 23 orders" on the button. */
  action: string
  /** "23 orders fulfilled" */
  done: (count: number) => string
  danger?: boolean
  wide?: boolean
  /** What is asked before. */
  children?: ReactNode
  /** Which of the items what was asked is about; left out: all. */
  choose?: (form: FormData) => readonly Item[]
  /** Makes a step of what was asked. */
  stepOf: (form: FormData) => BulkStep<Item>
  shownBy: readonly QueryKey[]
  /** Those that were done are let go. */
  onDone: (left: ReadonlySet<string>) => void
}

/** Asks before something is done with many, shows how far it is, and says of each what failed. */
export function BulkDialog<Item>(props: BulkDialogProps<Item>) {
  const { title, description, items, refused = [], action, danger = false, wide = false, children, onClose } = props
  const bulk = useBulk(props.keyOf, props.shownBy)
  const step = useRef<BulkStep<Item>>(undefined)
  /** What is done is still called so when it is done, and other items are left. */
  const [begun, setBegun] = useState<string>()
  const lastChosen = useRef<ReadonlySet<string>>(undefined)
  const { progress } = bulk
  async function run(these: readonly Item[]): Promise<void> {
    if (step.current === undefined) return
    const { failed, left } = await bulk.run(these, step.current)
    const rest = [...failed.map(({ item }) => item), ...left, ...refused.map(({ item }) => item)]
    const others = lastChosen.current ? [] : items.filter((item) => !these.includes(item))
    lastChosen.current = new Set([...rest, ...others].map(props.keyOf))
  }
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    if (progress.state !== 'asked' || items.length === 0) return
    const form = new FormData(event.currentTarget)
    const these = props.choose?.(form) ?? items
    if (these.length === 0) return
    step.current = props.stepOf(form)
    setBegun(title)
    void run(these)
  }
  /** Only now: this dialog may be a part of what is shown of those that are chosen. */
  function close(): void {
    if (progress.state === 'running') return
    if (lastChosen.current) props.onDone(lastChosen.current)
    onClose()
  }
  return (
    <Dialog
      open
      onClose={close}
      title={begun ?? title}
      description={progress.state === 'asked' && description}
      wide={wide}
    >
      {progress.state === 'asked' ? (
        <form onSubmit={submit} className="mt-4">
          {children}
          <Refused {...props} refused={refused} />
          <Actions>
            <Button onClick={close}>{t('Cancel')}</Button>
            <Button
              type="submit"
              look={danger ? 'danger' : 'primary'}
              refusal={items.length === 0 ? t('None of the chosen ones can be.') : undefined}
            >
              {action}
            </Button>
          </Actions>
        </form>
      ) : (
        <Running {...props} progress={progress} onStop={bulk.stop} onRun={run} onClose={close} />
      )}
    </Dialog>
  )
}

function Refused<Item>({ refused = [], noun, nameOf }: BulkDialogProps<Item>) {
  if (refused.length === 0) return null
  return (
    <details className="mt-3">
      <summary className="text-ink-2">{nouns[noun].leftOut(refused.length)}</summary>
      <ul className="mt-1 max-h-40 overflow-y-auto">
        {refused.map(({ item, why }) => (
          <li key={nameOf(item)}>
            {nameOf(item)} <span className="text-ink-3">{why}</span>
          </li>
        ))}
      </ul>
    </details>
  )
}

interface RunningProps<Item> extends BulkDialogProps<Item> {
  progress: BulkProgress<Item>
  onStop: () => void
  onRun: (items: readonly Item[]) => Promise<void>
}

function Running<Item>({ progress, nameOf, done: textOfDone, onStop, onRun, onClose }: RunningProps<Item>) {
  const { state, done, total, failed, left, stoppedBy } = progress
  const isRunning = state === 'running'
  const rest = [...failed.map(({ item }) => item), ...left]
  return (
    <div className="mt-4">
      <div
        role="progressbar"
        aria-label={t('Progress')}
        aria-valuenow={total - left.length}
        aria-valuemin={0}
        aria-valuemax={total}
        className="h-1.5 overflow-hidden rounded bg-paper-3"
      >
        <div className="h-full bg-accent" style={{ width: `${((total - left.length) / total) * 100}%` }} />
      </div>
      <p role="status" className="mt-2 font-medium">
        {isRunning
          ? t('{done} of {total}', { done: total - left.length, total })
          : [
              textOfDone(done),
              failed.length > 0 && t('{count} failed', { count: failed.length }),
              left.length > 0 && t('{count} not begun', { count: left.length }),
            ]
              .filter(Boolean)
              .join(', ')}
      </p>
      {stoppedBy != null && (
        <p className="mt-1 text-bad">
          {messageOf(stoppedBy)} {t('Nothing is done twice: go on when it is back.')}
        </p>
      )}
      {failed.length > 0 && (
        <ul className="mt-3 max-h-60 overflow-y-auto border-t border-line" aria-label={t('What failed')}>
          {failed.map(({ item, error }) => (
            <li key={nameOf(item)} className="border-b border-line py-1.5">
              <span className="font-medium">{nameOf(item)}</span> <span className="text-bad">{messageOf(error)}</span>
            </li>
          ))}
        </ul>
      )}
      <Actions>
        {isRunning ? (
          <Button onClick={onStop}>{t('Stop')}</Button>
        ) : (
          <>
            {rest.length > 0 && (
              <Button onClick={() => void onRun(rest)}>
                {left.length > 0
                  ? t('Go on with {count}', { count: rest.length })
                  : t('Try {count} again', { count: rest.length })}
              </Button>
            )}
            <Button look="primary" onClick={onClose}>
              {t('Done')}
            </Button>
          </>
        )}
      </Actions>
    </div>
  )
}
