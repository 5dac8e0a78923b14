import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { shopOptions } from '#console/data/queries.ts'
import { languageName } from '#console/lib/languages.ts'
import { rich } from '#console/lib/rich.ts'
import { t } from '#console/lib/text.ts'
import { Select } from '#console/ui/field.tsx'
import { Failure, Skeleton } from '#console/ui/states.tsx'
import { SettingsPage } from '../settings-page.tsx'
import { type TextLanguage, textLanguages, textsOptions } from './text-data.ts'
import { TextsForm } from './texts-form.tsx'

/** What mails, papers and pages say, beside what the shop says instead. */
export function TextsPage() {
  const search = useSearch({ from: '/shell/settings/texts' })
  const navigate = useNavigate({ from: '/settings/texts' })
  const { data: shop } = useQuery(shopOptions)
  const own = textLanguages.find((one) => one === shop?.locale.split('-')[0]) ?? 'en'
  const locale = textLanguages.find((one) => one === search.locale) ?? own
  return (
    <SettingsPage tab={t('Texts')}>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-4 py-2 lg:px-8">
        <Select
          aria-label={t('Language')}
          value={locale}
          className="w-auto! max-w-60"
          onChange={({ target }) =>
            navigate({ search: { ...search, locale: target.value as TextLanguage }, replace: true, resetScroll: false })
          }
        >
          {textLanguages.map((one) => (
            <option key={one} value={one}>
              {languageName(one)}
            </option>
          ))}
        </Select>
        <p className="text-ink-2">
          {rich('Change the first words of a mail, and see how it looks, in <link>Mails</link>.', {
            link: (inside) => (
              <Link to="/settings/mails" className="underline">
                {inside}
              </Link>
            ),
          })}
        </p>
      </div>
      {shop === undefined ? <Skeleton className="m-8 h-64" /> : <TextsOf key={locale} locale={locale} />}
    </SettingsPage>
  )
}

function TextsOf({ locale }: { locale: TextLanguage }) {
  const { data, error, refetch } = useQuery(textsOptions(locale))
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({})
  if (data) return <TextsForm texts={data} typed={typed} onType={setTyped} />
  return error ? <Failure error={error} retry={refetch} /> : <Skeleton className="m-8 h-64" />
}
