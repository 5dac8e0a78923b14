import { t } from '#console/lib/text.ts'
import { Dialog } from '#console/ui/dialog.tsx'
import { destinations } from './places.ts'

const general = [
  [t('Ctrl K'), t('Find a page, an order, a product, a customer')],
  ['/', t('Search in this list')],
  ['j', t('Next row')],
  ['k', t('Row before')],
  ['Enter', t('Open the row')],
  ['x', t('Choose the row')],
  [t('Shift x'), t('Choose all rows from the one before')],
  [t('Esc'), t('Close, or back to the list')],
  ['?', t('These keys')],
] as const

/** All keys there are. */
export function Help({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} title={t('Keys')}>
      <dl className="mt-3 grid grid-cols-[5rem_1fr] gap-y-1.5">
        {[
          ...general,
          ...destinations.map(({ key, label }) => [`g ${key}`, t('Go to {label}', { label })] as const),
        ].map(([keys, what]) => (
          <div key={keys} className="contents">
            <dt className="flex gap-1">
              {keys.split(' ').map((key) => (
                <kbd
                  key={key}
                  className="rounded bg-paper-3 px-1.5 font-sans text-xs leading-5 ring-1 ring-line ring-inset"
                >
                  {key}
                </kbd>
              ))}
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
