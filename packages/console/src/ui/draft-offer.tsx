import { shortTime } from '#console/lib/format.ts'
import type { SavedDraft } from '#console/lib/saved-drafts.ts'
import { t } from '#console/lib/text.ts'
import { Button } from './button.tsx'

interface DraftOfferProps {
  draft: SavedDraft | undefined
  onRestore: () => void
  onForget: () => void
}

/** What was typed here before and never saved, such as during an outage. */
export function DraftOffer({ draft, onRestore, onForget }: DraftOfferProps) {
  if (draft === undefined) return null
  return (
    <div role="status" className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded bg-accent-2 px-3 py-2">
      <p className="min-w-56 flex-1">{t('What you typed here at {at} was not saved.', { at: shortTime(draft.at) })}</p>
      <div className="flex gap-2">
        <Button onClick={onRestore}>{t('Go on with it')}</Button>
        <Button look="quiet" onClick={onForget}>
          {t('Throw away')}
        </Button>
      </div>
    </div>
  )
}
