import { read } from '@commerce-platform/client'
import { useQuery } from '@tanstack/react-query'
import { useMay } from '#console/data/permissions.ts'
import { api } from '#console/data/session.ts'
import { languageName } from '#console/lib/languages.ts'
import { t } from '#console/lib/text.ts'
import { Field, Select } from '#console/ui/field.tsx'
import type { FieldsProps } from './terms-fields.tsx'

/** The language in which the customer gets mails and papers. A shop without markets has one. */
export function LanguageField({ draft, faults, isRead, change }: Omit<FieldsProps, 'currency'>) {
  const { data: markets = [] } = useQuery({
    queryKey: ['markets', 'of-order'],
    queryFn: async ({ signal }) =>
      (await read(api.GET('/admin/markets', { params: { query: { limit: 100 } }, signal }))).items,
    enabled: useMay('settings.read'),
  })
  const choices = markets
    .filter(({ active }) => active)
    .flatMap(({ id, name, locales }) => locales.map((locale) => ({ id, locale, name })))
  if (choices.length < 2) return null
  const chosen = choices.findIndex(({ id, locale }) => id === draft.market?.id && locale === draft.market.locale)
  return (
    <div className="mt-4 sm:max-w-md">
      <Field label={t('Language')} error={faults.of('market') ?? faults.of('locale')}>
        <Select
          value={chosen}
          disabled={isRead}
          onChange={({ target }) => change({ market: choices[Number(target.value)] })}
        >
          <option value={-1}>{t('Your shop’s language')}</option>
          {choices.map(({ id, locale, name }, index) => (
            <option key={`${id} ${locale}`} value={index}>
              {languageName(locale)}, {name}
            </option>
          ))}
        </Select>
      </Field>
    </div>
  )
}
