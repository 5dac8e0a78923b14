import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { shopOptions } from '#console/data/queries.ts'
import { languageName } from '#console/lib/languages.ts'
import { t } from '#console/lib/text.ts'
import { buttonClass } from '#console/ui/button.tsx'
import { Select } from '#console/ui/field.tsx'
import { FilterTabs } from '#console/ui/filter-tabs.tsx'
import { type Column, ListTable } from '#console/ui/list-table.tsx'
import { Empty, Failure, Skeleton } from '#console/ui/states.tsx'
import { SettingsPage } from '../settings-page.tsx'
import { localesOptions, type Translatable, translatableOptions, typeTexts } from './translation-data.ts'

const columns: Column<Translatable>[] = [
  { name: t('Name'), cell: ({ name }) => name, className: 'min-w-40 sm:w-1/2 sm:max-w-0' },
  {
    name: t('Kind'),
    cell: ({ type }) => typeTexts[type],
    from: 'sm',
    className: 'min-w-40 text-ink-2 whitespace-nowrap',
  },
  { name: t('Languages'), cell: languagesOf, from: 'md', className: 'min-w-40 text-ink-2 sm:w-1/2 sm:max-w-0' },
]

function languagesOf({ locales }: Translatable): string {
  return locales.map(languageName).join(', ')
}

/** Texts of the catalog in the languages of the shop's markets. */
export function TranslationsPage() {
  const shop = useQuery(shopOptions)
  const found = useQuery(localesOptions)
  const failed = [shop, found].find(({ error, data }) => error && data === undefined)
  if (failed) {
    return (
      <SettingsPage tab={t('Translations')}>
        <Failure error={failed.error} retry={failed.refetch} />
      </SettingsPage>
    )
  }
  if (shop.data === undefined || found.data === undefined) {
    return (
      <SettingsPage tab={t('Translations')}>
        <Skeleton className="m-8 h-64" />
      </SettingsPage>
    )
  }
  const { locale: own } = shop.data
  const locales = found.data.locales.filter((locale) => locale !== own)
  return locales.length === 0 ? <NoLanguages own={own} markets={found.data.markets} /> : <List locales={locales} />
}

function NoLanguages({ own, markets }: { own: string; markets: number }) {
  const action = (
    <Link to="/settings/markets" className={buttonClass('primary')}>
      {t('To the markets')}
    </Link>
  )
  return (
    <SettingsPage tab={t('Translations')}>
      {markets === 0 ? (
        <Empty title={t('Markets come first')} action={action}>
          {t(
            'A market is some countries and the languages that your shop speaks there. Make one, and ' +
              'translate your products and collections here.',
          )}
        </Empty>
      ) : (
        <Empty title={t('No other language yet')} action={action}>
          {t(
            'All your markets are in {language}, the language of your own texts. Add another language to one ' +
              'of them, and translate your products and collections here.',
            { language: languageName(own) },
          )}
        </Empty>
      )}
    </SettingsPage>
  )
}

function List({ locales }: { locales: readonly string[] }) {
  const search = useSearch({ from: '/shell/settings/translations' })
  const navigate = useNavigate({ from: '/settings/translations' })
  const locale = locales.find((known) => known === search.locale) ?? (locales[0] as string)
  const language = languageName(locale)
  const missing = search.show === 'missing' ? locale : undefined
  const query = useInfiniteQuery(translatableOptions(missing))
  const total = query.data?.pages.at(-1)?.pagination
  const show = (next: typeof search) => navigate({ search: next, replace: true, resetScroll: false })
  return (
    <SettingsPage
      tab={t('Translations')}
      aside={
        total && <span className="text-ink-3">{t('{total, plural, one {# text} other {# texts}}', { total })}</span>
      }
    >
      <div className="flex flex-wrap items-center gap-2 border-b border-line px-4 py-2 lg:px-8">
        <Select
          aria-label={t('Language')}
          value={locale}
          className="w-auto! max-w-60"
          onChange={({ target }) => show({ ...search, locale: target.value })}
        >
          {locales.map((one) => (
            <option key={one} value={one}>
              {languageName(one)}
            </option>
          ))}
        </Select>
        <FilterTabs
          label={t('Which have a name in {language}', { language })}
          value={search.show}
          options={[
            { value: undefined, text: t('All') },
            { value: 'missing', text: t('Missing') },
          ]}
          onChange={(value) => show({ locale, show: value })}
        />
      </div>
      <ListTable
        label={t('Translations')}
        query={query}
        columns={columns}
        rowKey={({ id }) => id}
        rowLink={({ type, id }) => ({ to: '/settings/translations/$type/$id/$locale', params: { type, id, locale } })}
        phoneLine={(item) => [typeTexts[item.type], languagesOf(item)].filter(Boolean).join(' · ')}
        empty={
          missing ? (
            <Empty title={t('Nothing is missing')}>{t('Everything has a name in {language}.', { language })}</Empty>
          ) : (
            <Empty title={t('Nothing to translate yet')}>{t('Your products and collections appear here.')}</Empty>
          )
        }
      />
    </SettingsPage>
  )
}
