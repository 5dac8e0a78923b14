import { ApiError, read, type Schemas } from '@commerce-platform/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type Dispatch, type FormEvent, type SetStateAction, useCallback, useRef } from 'react'
import { useRefusal } from '#console/data/permissions.ts'
import { api } from '#console/data/session.ts'
import { faultsOf } from '#console/lib/faults.ts'
import { languageName } from '#console/lib/languages.ts'
import { t } from '#console/lib/text.ts'
import { useFirstFault } from '#console/lib/use-first-fault.ts'
import { Button } from '#console/ui/button.tsx'
import { Select } from '#console/ui/field.tsx'
import { FilterTabs } from '#console/ui/filter-tabs.tsx'
import { SaveBar } from '#console/ui/groups.tsx'
import { LeaveGuard } from '#console/ui/leave-guard.tsx'
import { SearchField } from '#console/ui/search-field.tsx'
import { Empty, Notice } from '#console/ui/states.tsx'
import { toast } from '#console/ui/toasts.tsx'
import { placeOf, places, type ShopText, textsOptions } from './text-data.ts'
import { TextRow } from './text-row.tsx'

type Typed = Readonly<Record<string, string>>

interface TextsFormProps {
  texts: Schemas['ShopTexts']
  typed: Typed
  onType: Dispatch<SetStateAction<Typed>>
}

/** The texts of one place, or all in which something is found. What is typed stays while others are looked at. */
export function TextsForm({ texts: { locale, version, items }, typed, onType }: TextsFormProps) {
  const client = useQueryClient()
  const form = useRef<HTMLFormElement>(null)
  const search = useSearch({ from: '/shell/settings/texts' })
  const navigate = useNavigate({ from: '/settings/texts' })
  const refusal = useRefusal('settings.write')
  const { queryKey } = textsOptions(locale)
  const save = useMutation({
    mutationFn: (sent: Typed) => {
      const own = items.flatMap(({ key, text }) => (text === null ? [] : [[key, text] as const]))
      const body = { texts: { ...Object.fromEntries(own), ...sent }, expected_version: version }
      return read(api.PUT('/admin/texts/{locale}', { params: { path: { locale } }, body }))
    },
    onSuccess: (saved, sent) => {
      client.setQueryData(queryKey, saved)
      // What was typed since is not saved yet.
      onType((now) => Object.fromEntries(Object.entries(now).filter(([key, text]) => sent[key] !== text)))
      toast(t('The texts in {language} are saved', { language: languageName(locale) }))
    },
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'CONFLICT') void client.invalidateQueries({ queryKey })
    },
  })
  const faults = faultsOf(
    save.error,
    items.map(({ key }) => `texts.${key}`),
  )
  useFirstFault(form, save.error)
  const { reset } = save
  const type = useCallback(
    (key: string, text: string) => {
      onType((now) => ({ ...now, [key]: text }))
      reset()
    },
    [onType, reset],
  )
  const find = useCallback(
    (q: string) => {
      void navigate({ search: (now) => ({ ...now, q: q || undefined }), replace: true, resetScroll: false })
    },
    [navigate],
  )
  const changed = Object.keys(typed).filter((key) => typed[key] !== (items.find((one) => one.key === key)?.text ?? ''))
  const isChanged = changed.length > 0
  const shownIn = ({ key, text }: ShopText) => typed[key] ?? text ?? ''
  const shownPlaces = placesOf(items)
  const place = search.place ?? shownPlaces[0]
  const sought = (search.q ?? '').toLowerCase()
  const isShown = (one: ShopText) => {
    if (faults.of(`texts.${one.key}`) !== undefined) return true
    if (search.show === 'changed' && shownIn(one) === '') return false
    if (sought !== '') return [one.ours, shownIn(one)].some((text) => text.toLowerCase().includes(sought))
    return search.show === 'changed' || placeOf(one) === place
  }
  const shown = items.filter(isShown)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!save.isPending && isChanged) save.mutate(Object.fromEntries(changed.map((key) => [key, typed[key] ?? ''])))
  }
  return (
    <form ref={form} onSubmit={submit} aria-label={t('Texts')}>
      <LeaveGuard when={isChanged && !save.isPending} />
      <div className="flex flex-wrap items-center gap-2 border-b border-line px-4 py-2 lg:px-8">
        <Select
          aria-label={t('Where')}
          value={sought === '' && search.show === undefined ? place : ''}
          className="w-auto! max-w-60"
          onChange={({ target }) =>
            navigate({ search: { locale: search.locale, place: target.value }, replace: true, resetScroll: false })
          }
        >
          {(sought !== '' || search.show !== undefined) && <option value="">{t('Everywhere')}</option>}
          {shownPlaces.map((one) => (
            <option key={one} value={one}>
              {places[one] ?? one}
            </option>
          ))}
        </Select>
        <SearchField label={t('Search in the texts')} value={search.q ?? ''} onChange={find} />
        <FilterTabs
          label={t('Which texts')}
          value={search.show}
          options={[
            { value: undefined, text: t('All') },
            { value: 'changed', text: t('Changed') },
          ]}
          onChange={(show) => navigate({ search: { ...search, show }, replace: true, resetScroll: false })}
        />
      </div>
      <div className="max-w-5xl px-4 py-4 lg:px-8">
        {shown.length === 0 ? (
          sought === '' ? (
            <Empty title={t('No text is changed yet')}>
              {t('Everything is said in our words. Write yours beside them.')}
            </Empty>
          ) : (
            <Empty title={t('No text has this')}>
              {t('Try a word that stands in a mail, on an invoice or on a page.')}
            </Empty>
          )
        ) : (
          placesOf(shown).map((one) => (
            <section key={one} aria-label={places[one] ?? one} className="not-first:mt-6">
              <h2 className="font-semibold">{places[one] ?? one}</h2>
              <div className="divide-y divide-line">
                {shown
                  .filter((text) => placeOf(text) === one)
                  .map((text) => (
                    <TextRow
                      key={text.key}
                      text={text}
                      value={shownIn(text)}
                      locale={locale}
                      fault={faults.of(`texts.${text.key}`)}
                      isRead={refusal !== undefined}
                      onType={type}
                    />
                  ))}
              </div>
            </section>
          ))
        )}
      </div>
      <SaveBar>
        {faults.rest != null && <Notice error={faults.rest} className="min-w-0 flex-1" />}
        <p className="mr-auto text-ink-3">{t('Leave a field empty for our text.')}</p>
        <Button
          type="submit"
          look="primary"
          busy={save.isPending}
          refusal={refusal ?? (isChanged ? undefined : t('Nothing is changed yet.'))}
        >
          {t('Save')}
        </Button>
      </SaveBar>
    </form>
  )
}

function placesOf(items: readonly ShopText[]): string[] {
  return [...new Set(items.map(placeOf))]
}
