import { read, type Schemas } from '@commerce-platform/client'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { api } from '#console/data/session.ts'
import { faultsOf } from '#console/lib/faults.ts'
import { languageName } from '#console/lib/languages.ts'
import { t } from '#console/lib/text.ts'
import { Button } from '#console/ui/button.tsx'
import { Field, Input, Select, TextArea } from '#console/ui/field.tsx'
import { Group, SaveBar } from '#console/ui/groups.tsx'
import { LeaveGuard } from '#console/ui/leave-guard.tsx'
import { Failure, Notice, Skeleton } from '#console/ui/states.tsx'
import { toast } from '#console/ui/toasts.tsx'
import { CartMailResults } from './cart-mail-results.tsx'
import { MailFrame } from './mail-frame.tsx'
import { MailLook } from './mail-look.tsx'
import { mailName, variableText } from './mail-names.ts'
import { PreviewOrder } from './preview-order.tsx'
import { SettingsPage } from './settings-page.tsx'

type Kind = Schemas['MailKind']
const languages = ['en', 'de', 'fr', 'es', 'pl', 'ja'] as const
type Language = (typeof languages)[number]
type Words = { subject: string; text: string }

const listOptions = queryOptions({
  queryKey: ['mails'],
  queryFn: ({ signal }) => read(api.GET('/admin/mails', { signal })),
})
const kindOptions = (kind: string) =>
  queryOptions({
    queryKey: ['mails', kind],
    queryFn: ({ signal }) => read(api.GET('/admin/mails/{kind}', { params: { path: { kind } }, signal })),
  })

/** What the shop's mails to its customers say in its own words. */
export function MailsPage() {
  const { data, error, refetch } = useQuery(listOptions)
  const [chosen, setChosen] = useState<string>()
  const [language, setLanguage] = useState<Language>()
  const kind = chosen ?? data?.items[0]?.kind
  const written = language ?? data?.language ?? 'en'
  return (
    <SettingsPage tab={t('Mails')}>
      {data && kind !== undefined ? (
        <>
          <MailLook />
          <Group title={t('Mail')} about={t('None about accounts and passwords. Change single sentences in Texts.')}>
            <div className="grid gap-4 sm:grid-cols-2">
              <Field label={t('Mail to customers')}>
                <Select value={kind} onChange={({ target }) => setChosen(target.value)}>
                  {data.items.map((item) => (
                    <option key={item.kind} value={item.kind}>
                      {item.has_own_texts ? t('{mail} (own words)', { mail: mailName(item) }) : mailName(item)}
                    </option>
                  ))}
                </Select>
              </Field>
              <Field
                label={t('Language')}
                hint={
                  written === data.language ? undefined : t('For customers with this language. Your shop has another.')
                }
              >
                <Select value={written} onChange={({ target }) => setLanguage(target.value as Language)}>
                  {languages.map((one) => (
                    <option key={one} value={one}>
                      {languageName(one)}
                    </option>
                  ))}
                </Select>
              </Field>
            </div>
          </Group>
          {kind === 'abandoned_cart' && <CartMailResults />}
          <MailOfKind key={`${kind} ${written}`} kind={kind} language={written} />
        </>
      ) : error ? (
        <Failure error={error} retry={refetch} />
      ) : (
        <Skeleton className="m-4 h-96 max-w-3xl lg:m-8" />
      )}
    </SettingsPage>
  )
}

function MailOfKind({ kind, language }: { kind: string; language: Language }) {
  const { data, error, refetch } = useQuery(kindOptions(kind))
  if (data) return <MailForm saved={data} language={language} />
  return error ? <Failure error={error} retry={refetch} /> : <Skeleton className="m-4 h-96 max-w-3xl lg:m-8" />
}

function MailForm({ saved, language }: { saved: Kind; language: Language }) {
  const client = useQueryClient()
  const [typed, setTyped] = useState<Partial<Words>>({})
  const [orderId, setOrderId] = useState('')
  const path = { kind: saved.kind }
  const ownWords = saved.texts[language]
  const words: Words = { subject: typed.subject ?? ownWords?.subject ?? '', text: typed.text ?? ownWords?.text ?? '' }
  const texts = { ...saved.texts, [language]: words }
  const draft = { texts, language, ...(orderId !== '' && { order_id: orderId }) }
  const save = useMutation({
    mutationFn: (given: Schemas['MailTexts']) =>
      read(api.PUT('/admin/mails/{kind}', { params: { path }, body: { texts: given } })),
    onSuccess: (answer) => {
      client.setQueryData(kindOptions(saved.kind).queryKey, answer)
      void client.invalidateQueries({ queryKey: listOptions.queryKey, exact: true })
      setTyped({})
      toast(answer.texts[language] ? t('The mail is saved') : t('The mail has our words again'))
    },
  })
  const show = useMutation({
    mutationFn: () => read(api.POST('/admin/mails/{kind}/preview', { params: { path }, body: draft })),
  })
  const test = useMutation({
    mutationFn: () => read(api.POST('/admin/mails/{kind}/test', { params: { path }, body: draft })),
    onSuccess: ({ to }) => toast(t('A test mail is on its way to {email}', { email: to })),
  })
  const [subject, text] = [`texts.${language}.subject`, `texts.${language}.text`]
  const error = save.error ?? show.error ?? test.error
  const faults = faultsOf(error, [subject, text])
  const isChanged = Object.keys(typed).length > 0
  function type(change: Partial<Words>): void {
    setTyped({ ...typed, ...change })
    for (const one of [save, show, test]) if (one.error) one.reset()
  }
  function submit(event: FormEvent): void {
    event.preventDefault()
    if (!save.isPending) save.mutate(texts)
  }
  return (
    <form aria-label={mailName(saved)} onSubmit={submit}>
      <LeaveGuard when={isChanged && !save.isPending} />
      <Group
        title={t('Your words')}
        about={t(
          'They replace our subject and our first words. Products, sums, addresses and links always ' +
            'stay. Leave a field empty for ours.',
        )}
      >
        <Field label={t('Subject')} error={faults.of(subject)}>
          <Input maxLength={200} value={words.subject} onChange={({ target }) => type({ subject: target.value })} />
        </Field>
        <Field label={t('First words')} hint={t('An empty line begins a new paragraph.')} error={faults.of(text)}>
          <TextArea
            rows={8}
            maxLength={5_000}
            value={words.text}
            onChange={({ target }) => type({ text: target.value })}
          />
        </Field>
        <div role="group" aria-label={t('Variables to insert')} className="flex flex-wrap gap-2">
          {saved.variables.map((variable) => {
            const inserted = `{{${variable.name}}}`
            return (
              <Button
                key={variable.name}
                title={variableText(variable)}
                onClick={() => type({ text: `${words.text}${inserted}` })}
              >
                {inserted}
              </Button>
            )
          })}
        </div>
      </Group>
      {saved.takes_order && <PreviewOrder value={orderId} onChoose={setOrderId} />}
      {show.data && (
        <Group title={t('The mail')} about={show.data.subject}>
          <MailFrame html={show.data.html} />
          <details>
            <summary className="cursor-pointer text-ink-2">{t('As plain text')}</summary>
            <pre className="mt-2 overflow-x-auto rounded bg-paper-2 p-3 text-xs whitespace-pre-wrap">
              {show.data.text}
            </pre>
          </details>
        </Group>
      )}
      <SaveBar narrow>
        {faults.rest != null && <Notice error={faults.rest} className="min-w-0 flex-1" />}
        {ownWords && (
          <Button look="quiet" busy={save.isPending} onClick={() => save.mutate({ ...saved.texts, [language]: {} })}>
            {t('Back to our words')}
          </Button>
        )}
        <Button busy={test.isPending} onClick={() => test.mutate()}>
          {t('Mail it to me')}
        </Button>
        <Button busy={show.isPending} onClick={() => show.mutate()}>
          {t('Preview')}
        </Button>
        <Button
          type="submit"
          look="primary"
          busy={save.isPending}
          refusal={isChanged ? undefined : t('Nothing is changed yet.')}
        >
          {t('Save')}
        </Button>
      </SaveBar>
    </form>
  )
}
