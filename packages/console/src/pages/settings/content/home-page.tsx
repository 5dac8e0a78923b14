import { read, type Schemas } from '@commerce-platform/client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useRefusal } from '#console/data/permissions.ts'
import { api } from '#console/data/session.ts'
import { t } from '#console/lib/text.ts'
import { Button } from '#console/ui/button.tsx'
import { Field, Select } from '#console/ui/field.tsx'
import { Group, SaveBar } from '#console/ui/groups.tsx'
import { LeaveGuard } from '#console/ui/leave-guard.tsx'
import { reasonOf } from '#console/ui/pictures/pictures.tsx'
import { Failure, Notice, Skeleton } from '#console/ui/states.tsx'
import { toast } from '#console/ui/toasts.tsx'
import { SettingsPage } from '../settings-page.tsx'
import { AnnouncementForm } from './announcement-form.tsx'
import { homeOptions } from './content-data.ts'
import { HomeSectionFields } from './home-section-fields.tsx'
import { type Draft, readSection, type Section, type SectionType, sectionTexts } from './home-sections.ts'
import { moved } from './menu-rows.ts'

/** What stands on the first page of the storefront, and above all of its pages. */
export function HomePage() {
  const { data, error, refetch } = useQuery(homeOptions)
  return (
    <SettingsPage tab={t('Home page')}>
      {data ? (
        <>
          <AnnouncementForm />
          <HomeForm key={data.version} saved={data.sections} version={data.version} />
        </>
      ) : error ? (
        <Failure error={error} retry={refetch} />
      ) : (
        <Skeleton className="m-4 h-96 max-w-3xl lg:m-8" />
      )}
    </SettingsPage>
  )
}

function HomeForm({ saved, version }: { saved: readonly Section[]; version: number }) {
  const client = useQueryClient()
  const refusal = useRefusal('content.write')
  const [drafts, setDrafts] = useState<readonly Draft[]>(() =>
    saved.map((section, at) => ({ key: `s${at}`, type: section.type, section })),
  )
  const [made, setMade] = useState(0)
  const [type, setType] = useState<SectionType>('hero')
  const [changed, setChanged] = useState(false)
  const [isSending, setSending] = useState(false)
  const save = useMutation({
    mutationFn: (sections: Schemas['SetHome']['sections']) =>
      read(api.PUT('/admin/home', { body: { sections, expected_version: version } })),
    onSuccess: (home) => {
      toast(t('Home page saved'), home.removed)
      setChanged(false)
      client.setQueryData(homeOptions.queryKey, home)
    },
  })
  function order(next: readonly Draft[]): void {
    setDrafts(next)
    setChanged(true)
  }
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    if (save.isPending || isSending) return
    const fields = new FormData(event.currentTarget)
    save.mutate(drafts.map((draft) => readSection(draft, fields)))
  }
  return (
    <form aria-label={t('Home page')} onSubmit={submit} onInput={() => setChanged(true)}>
      <LeaveGuard when={changed && !save.isPending} />
      <Group
        title={t('Home page')}
        about={t('Sections from top to bottom. Without any, your storefront shows your newest products.')}
      >
        {drafts.length === 0 && <p className="text-ink-2">{t('No sections yet.')}</p>}
        {drafts.map((draft, at) => (
          <HomeSectionFields
            key={draft.key}
            draft={draft}
            place={at + 1}
            refusal={refusal}
            isFirst={at === 0}
            isLast={at === drafts.length - 1}
            onSending={setSending}
            onMove={(by) => order(moved(drafts, at, by))}
            onRemove={() => order(drafts.filter(({ key }) => key !== draft.key))}
          />
        ))}
        <div className="flex flex-wrap items-end gap-2">
          <Field label={t('New section')} className="grow">
            <Select value={type} onChange={({ target }) => setType(target.value as SectionType)}>
              {Object.entries(sectionTexts).map(([value, text]) => (
                <option key={value} value={value}>
                  {text}
                </option>
              ))}
            </Select>
          </Field>
          <Button
            refusal={refusal}
            onClick={() => {
              order([...drafts, { key: `n${made}`, type, section: undefined }])
              setMade(made + 1)
            }}
          >
            {t('Add section')}
          </Button>
        </div>
        {save.error != null && <Notice error={save.error} />}
      </Group>
      <SaveBar narrow>
        <Button type="submit" look="primary" busy={save.isPending} refusal={refusal ?? reasonOf(changed, isSending)}>
          {t('Save home page')}
        </Button>
      </SaveBar>
    </form>
  )
}
