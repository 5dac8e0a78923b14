import { t } from '#console/lib/text.ts'
import { Field, TextArea } from '#console/ui/field.tsx'
import { Pair, type TranslationFormProps, TranslationFrame } from './translation-frame.tsx'

/** What a method says besides its name. */
const texts = {
  shipping_method: { name: 'description', label: t('Description'), max: 1_000 },
  payment_method: { name: 'instructions', label: t('Instructions'), max: 2_000 },
} as const

/** The texts of a method or a promotion, each beside that of the shop. */
export function MethodTranslationForm(props: TranslationFormProps) {
  const { translation, own } = props
  const { source, type, locale } = translation
  const more = type === 'shipping_method' || type === 'payment_method' ? texts[type] : undefined
  return (
    <TranslationFrame
      {...props}
      names={more ? [more.name] : []}
      read={(text) => (more ? { [more.name]: text(more.name) } : {})}
    >
      {({ faults, isRead, ofOwn }) =>
        more && (
          <Pair label={ofOwn(more.label)} text={source[more.name] ?? null} lang={own}>
            <Field label={more.label} error={faults.of(more.name)}>
              <TextArea
                name={more.name}
                lang={locale}
                rows={4}
                maxLength={more.max}
                defaultValue={translation[more.name] ?? ''}
                readOnly={isRead}
              />
            </Field>
          </Pair>
        )
      }
    </TranslationFrame>
  )
}
