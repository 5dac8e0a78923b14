import { memo } from 'react'
import { cx } from '#console/lib/class-names.ts'
import { t } from '#console/lib/text.ts'
import { Field, TextArea } from '#console/ui/field.tsx'
import type { ShopText, TextLanguage } from './text-data.ts'

interface TextRowProps {
  text: ShopText
  /** What stands in the field. */
  value: string
  locale: TextLanguage
  fault: string | undefined
  isRead: boolean
  onType: (key: string, value: string) => void
}

/** A text of the service, and the field for the shop's beside it. Of several hundred, only those that change draw. */
export const TextRow = memo(function TextRow({ text, value, locale, fault, isRead, onType }: TextRowProps) {
  const { key, ours } = text
  return (
    <div className="grid grid-cols-1 items-start gap-x-8 gap-y-2 py-3 md:grid-cols-2">
      <div>
        <p className="mb-1 text-xs font-medium text-ink-2">{t('Our text')}</p>
        <p lang={locale} className="min-h-8 rounded bg-paper-2 px-2.5 py-1.5 wrap-anywhere">
          {ours}
        </p>
      </div>
      <Field label={t('Your text')} hint={hintOf(text)} error={fault}>
        <TextArea
          aria-label={t('Your text for: {text}', { text: ours })}
          lang={locale}
          rows={ours.length > 70 ? 3 : 1}
          maxLength={2_000}
          value={value}
          readOnly={isRead}
          onChange={({ target }) => onType(key, target.value.replaceAll('\n', ' '))}
          className={cx('resize-y', value !== '' && 'font-medium')}
        />
      </Field>
    </div>
  )
})

function hintOf({ placeholders }: ShopText): string | undefined {
  const named = (of: ShopText['placeholders']) => of.map(({ name }) => `{${name}}`).join(', ')
  const needed = placeholders.filter((one) => one.needed)
  const others = placeholders.filter((one) => !one.needed)
  const said = [
    ...(needed.length > 0 ? [t('Needs {placeholders}.', { placeholders: named(needed) })] : []),
    ...(others.length > 0 ? [t('Can have {placeholders}.', { placeholders: named(others) })] : []),
  ]
  return said.join(' ') || undefined
}
