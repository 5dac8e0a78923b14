import {
  type FormEvent,
  lazy,
  type ReactNode,
  Suspense,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { Picture } from '#console/data/send-picture.ts'
import { faultsOf } from '#console/lib/faults.ts'
import { count } from '#console/lib/format.ts'
import { useSavedDraft } from '#console/lib/saved-drafts.ts'
import { t } from '#console/lib/text.ts'
import { useFirstFault } from '#console/lib/use-first-fault.ts'
import { Button } from '#console/ui/button.tsx'
import { Field, Input } from '#console/ui/field.tsx'
import { LeaveGuard } from '#console/ui/leave-guard.tsx'
import { ListHeading, TwoColumns } from '#console/ui/page.tsx'
import { addressAt } from '#console/ui/pictures/addresses.ts'
import { Notice } from '#console/ui/states.tsx'
import { type Group, type SentVariant, variantsOf } from './group-body.ts'
import { isOtherVersion, variantFaults } from './group-faults.ts'
import { GroupDetails, groupFieldNames, readGroupFields } from './group-fields.tsx'
import { emptyMatrix, type Matrix, matrixOf, maxVariants, sizeOf, usedOptions } from './matrix.ts'
import { includeAll } from './matrix-changes.ts'
import { OptionFields } from './option-fields.tsx'
import type { TypedGroup } from './save-group.ts'
import { firstPictureOf, sentPictures } from './variant-pictures.ts'

const DraftOffer = lazy(() => import('#console/ui/draft-offer.tsx').then((module) => ({ default: module.DraftOffer })))
const GroupPictures = lazy(() => import('./group-pictures.tsx').then((module) => ({ default: module.GroupPictures })))
const RichText = lazy(() => import('./group-pictures.tsx').then((module) => ({ default: module.RichText })))
const VariantsTable = lazy(() => import('./variants-table.tsx').then((module) => ({ default: module.VariantsTable })))

interface GroupFormProps {
  /** What its draft is kept by. */
  draft: string
  group?: Group
  currency: string
  error: unknown
  busy: boolean
  refusal: string | undefined
  action: string
  changed: boolean
  unsent: boolean
  onChange: (changed: true) => void
  onSubmit: (typed: TypedGroup) => void
  /** What can be done after somebody else has changed it. */
  conflict?: ReactNode
}

const names = [...groupFieldNames, 'varies_by[0]', 'varies_by[1]', 'varies_by[2]', 'variants']

/** A product in several variants: what they share, what they differ in, and a table of them. */
export function GroupForm(props: GroupFormProps) {
  const { group, currency, error, busy, refusal, action, changed, unsent, onChange, onSubmit } = props
  const form = useRef<HTMLFormElement>(null)
  const start = useMemo(() => (group === undefined ? emptyMatrix : matrixOf(group)), [group])
  const [matrix, setMatrix] = useState<Matrix>(start)
  const [name, setName] = useState(group?.name ?? '')
  const [pictures, setPictures] = useState<readonly Picture[]>(group?.media ?? [])
  const [isSending, setSending] = useState(false)
  const [showsAll, setShowsAll] = useState(false)
  const draft = useSavedDraft(form, props.draft)
  useFirstFault(form, error)
  const faults = faultsOf(error, names)
  const sent = useRef<readonly SentVariant[]>([])
  const ofRows = useMemo(() => variantFaults(error, sent.current), [error])
  const isRead = refusal !== undefined || (busy && group === undefined)
  const shownText = useRef<HTMLTextAreaElement>(null)
  const seen = useRef(matrix)
  useEffect(() => {
    if (seen.current === matrix || shownText.current === null) return
    seen.current = matrix
    shownText.current.value = JSON.stringify(matrix)
    draft.keep()
    onChange(true)
  })
  const change = useCallback((next: (matrix: Matrix) => Matrix) => setMatrix(next), [])

  function onInput({ target }: FormEvent<HTMLFormElement>): void {
    const { name: field, value } = target as HTMLInputElement
    // What a draft is filled with.
    if (field === 'matrix') setMatrix({ ...emptyMatrix, ...JSON.parse(value) })
    if (field === 'name') setName(value)
    if (field === '') return
    draft.keep()
    onChange(true)
  }
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    if (busy || isSending || refusal !== undefined || matrix.keys.length === 0) return
    const { media, ...typed } = readGroupFields(new FormData(event.currentTarget), group)
    const fields = { ...typed, media: sentPictures(matrix, media) }
    sent.current = variantsOf(matrix, fields.name, currency, group)
    onSubmit({ fields, variesBy: usedOptions(matrix).map((option) => option.name.trim()), variants: sent.current })
  }
  const optionsOf = new Map(
    [...(group?.variants ?? []), { media: pictures }]
      .flatMap(({ media }): readonly Picture[] => media)
      .map((one) => [one.id, one]),
  )
  const pictureIds = pictures.map(({ id }) => id)
  /** Of the picture that a row shows. */
  const addressOf = (key: string) => {
    const first = optionsOf.get(firstPictureOf(matrix, key, pictureIds) ?? '')
    return first === undefined ? undefined : addressAt(first, 160)
  }
  const variants = matrix.keys.length
  const wrong = Object.keys(ofRows).length
  return (
    <form
      ref={form}
      onSubmit={submit}
      onInput={onInput}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
        event.preventDefault()
        event.currentTarget.requestSubmit()
      }}
      aria-label={t('Product with variants')}
    >
      <LeaveGuard when={unsent} isSaved />
      <textarea ref={shownText} name="matrix" hidden readOnly defaultValue={JSON.stringify(start)} />
      <TwoColumns asideBelow aside={<GroupDetails group={group} faults={faults} isRead={isRead} />}>
        <div className="grid max-w-3xl gap-4 px-4 pt-5 lg:px-8">
          {!isRead && draft.offered !== undefined && (
            <Suspense>
              <DraftOffer draft={draft.offered} onRestore={draft.restore} onForget={draft.forget} />
            </Suspense>
          )}
          <Field label={t('Name')} error={faults.of('name')}>
            <Input
              name="name"
              required
              maxLength={200}
              defaultValue={group?.name}
              readOnly={isRead}
              autoComplete="off"
              autoFocus={group === undefined}
            />
          </Field>
          <Suspense fallback={<div aria-hidden className="h-44" />}>
            <RichText html={group?.description_html ?? ''} readOnly={isRead} error={faults.of('description_html')} />
          </Suspense>
          <OptionFields matrix={matrix} readOnly={isRead} faultOf={faults.of} onChange={change} />
          <Suspense fallback={<div aria-hidden className="h-44" />}>
            <GroupPictures
              pictures={group?.media ?? []}
              matrix={matrix}
              onChange={change}
              onPictures={setPictures}
              onBusy={setSending}
              readOnly={isRead}
              error={faults.of('media')}
            />
          </Suspense>
        </div>
        <ListHeading
          title={t('Variants')}
          aside={<VariantCount matrix={matrix} readOnly={isRead} onChange={change} />}
        />
        {variants > 0 && (
          <div className="sm:overflow-x-auto">
            <Suspense fallback={<div aria-hidden className="h-44" />}>
              <VariantsTable
                matrix={matrix}
                currency={currency}
                group={group}
                onChange={change}
                addressOf={addressOf}
                groupName={name}
                faults={ofRows}
                readOnly={isRead}
                showsAll={showsAll}
              />
            </Suspense>
          </div>
        )}
        {variants > 0 && (
          <div className="px-4 py-2 lg:px-8">
            <Button look="quiet" onClick={() => setShowsAll(!showsAll)}>
              {showsAll ? t('Hide barcode, weight and tax class') : t('Show barcode, weight and tax class')}
            </Button>
          </div>
        )}
        <div data-bottom-bar className="sticky bottom-0 grid gap-3 border-t border-line bg-paper px-4 py-3 lg:px-8">
          {isOtherVersion(error) ? props.conflict : faults.rest != null && <Notice error={faults.rest} />}
          {faults.of('variants') && (
            <p role="alert" className="text-bad">
              {wrong > 0
                ? t('{wrong, plural, one {# variant} other {# variants}} could not be read; it is said there.', {
                    wrong,
                  })
                : faults.of('variants')}
            </p>
          )}
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <Button
              type="submit"
              look="primary"
              busy={busy}
              aria-keyshortcuts="Control+Enter Meta+Enter"
              refusal={refusal ?? reasonOf(changed, variants, isSending)}
            >
              {action}
            </Button>
            {!isRead && variants > 0 && (
              <p className="text-xs text-ink-3 max-sm:hidden">
                {t('Ctrl D copies a cell to all below it. Paste a column from a spreadsheet. Ctrl Enter saves.')}
              </p>
            )}
          </div>
        </div>
      </TwoColumns>
    </form>
  )
}

function reasonOf(changed: boolean, variants: number, isSending: boolean): string | undefined {
  if (isSending) return t('Its pictures are on their way.')
  if (!changed) return t('Nothing to save yet.')
  return variants === 0 ? t('Name an option, such as Size, and its values first.') : undefined
}

interface VariantCountProps {
  matrix: Matrix
  readOnly: boolean
  onChange: (change: (matrix: Matrix) => Matrix) => void
}

/** How many there are, and how many combinations are left out. */
function VariantCount({ matrix, readOnly, onChange }: VariantCountProps) {
  const { length } = matrix.keys
  const missing = sizeOf(matrix) - length
  if (length === 0 && missing <= 0) return t('A row for each comes from the options above.')
  return (
    <span className="flex flex-wrap items-center gap-x-3">
      {count(length)}
      {missing > 0 && sizeOf(matrix) <= maxVariants && !readOnly && (
        <Button look="quiet" onClick={() => onChange(includeAll)}>
          {t('Add the {missing} left out', { missing: count(missing) })}
        </Button>
      )}
    </span>
  )
}
