import { read } from '@commerce-platform/client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useRefusal } from '#console/data/permissions.ts'
import { shopOptions } from '#console/data/queries.ts'
import { api } from '#console/data/session.ts'
import { languageName } from '#console/lib/languages.ts'
import { t } from '#console/lib/text.ts'
import { useDraft } from '#console/lib/use-draft.ts'
import { buttonClass } from '#console/ui/button.tsx'
import { Page } from '#console/ui/page.tsx'
import { PendingPage } from '#console/ui/pending-page.tsx'
import { toast } from '#console/ui/toasts.tsx'
import { MethodTranslationForm } from './method-translation-form.tsx'
import {
  isOfCatalog,
  nextMissingOptions,
  permissionOf,
  type Subject,
  type Translation,
  translationOptions,
  typeTexts,
} from './translation-data.ts'
import { TranslationForm } from './translation-form.tsx'
import type { TranslationTexts } from './translation-frame.tsx'

/** The texts of one thing in a language, beside the shop's own. */
export function TranslationPage() {
  const subject = useParams({ from: '/shell/settings/translations/$type/$id/$locale' }) as Subject
  const { type, locale } = subject
  const { data: translation, error, refetch } = useQuery(translationOptions(subject))
  const back = { label: t('Back to the translations'), to: '/settings/translations' } as const
  if (translation === undefined)
    return <PendingPage title={t('Translation')} back={back} error={error} retry={refetch} />
  return (
    <Page
      title={translation.source.name ?? ''}
      back={back}
      aside={
        <span className="text-ink-3">
          {typeTexts[type]} · {languageName(locale)}
        </span>
      }
      actions={<Next subject={subject} />}
    >
      <div className="px-4 py-6 lg:px-8">
        <Edit key={Object.values(subject).join(' ')} subject={subject} translation={translation} />
      </div>
    </Page>
  )
}

function Next({ subject }: { subject: Subject }) {
  const { data: next } = useQuery(nextMissingOptions(subject))
  if (!next) return null
  return (
    <Link
      to="/settings/translations/$type/$id/$locale"
      params={{ type: next.type, id: next.id, locale: subject.locale }}
      className={buttonClass()}
    >
      {t('Next without a text')}
    </Link>
  )
}

function Edit({ subject, translation }: { subject: Subject; translation: Translation }) {
  const client = useQueryClient()
  const { data: shop } = useQuery(shopOptions)
  const refusal = useRefusal(permissionOf(subject.type))
  const draft = useDraft(translation, translation.version)
  const save = useMutation({
    mutationFn: (texts: TranslationTexts) => {
      const body = { ...texts, expected_version: draft.before.version }
      return read(api.PUT('/admin/translations/{type}/{id}/{locale}', { params: { path: subject }, body }))
    },
    onMutate: () => draft.onSend(),
    onError: () => draft.onRefused(),
    onSuccess: async (saved) => {
      client.setQueryData(translationOptions(subject).queryKey, saved)
      draft.onSaved(saved)
      toast(
        t('{name} in {language} is saved', { name: saved.source.name, language: languageName(subject.locale) }),
        saved.removed,
      )
      await client.invalidateQueries({ queryKey: ['translations'] })
    },
  })
  const Form = isOfCatalog(subject.type) ? TranslationForm : MethodTranslationForm
  return (
    <Form
      key={draft.key}
      translation={draft.before}
      own={shop?.locale}
      error={save.error}
      busy={save.isPending}
      refusal={refusal}
      changed={draft.changed}
      unsent={draft.unsent}
      onChange={draft.onChange}
      onSubmit={save.mutate}
    />
  )
}
