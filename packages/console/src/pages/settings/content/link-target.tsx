import { read } from '@commerce-platform/client'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#console/data/session.ts'
import { t } from '#console/lib/text.ts'
import { useSettled } from '#console/lib/use-settled.ts'
import { Field, Input, Select } from '#console/ui/field.tsx'
import { collectionChoices, pageChoices } from './content-data.ts'
import type { LinkType } from './menu-rows.ts'

interface LinkTargetProps {
  type: LinkType
  target: string
  isRead: boolean
  onChange: (target: string) => void
}

/** What a link leads to. */
export function LinkTarget(props: LinkTargetProps) {
  const { type, target, isRead, onChange } = props
  if (type === 'page' || type === 'collection') return <Choice {...props} type={type} />
  if (type === 'product') return <ProductChoice {...props} />
  const [label, hint] =
    type === 'url'
      ? [t('Address'), t('A path of your shop, such as /products, or an address that begins with https://.')]
      : [t('Category'), t('Its name, as products have it.')]
  return (
    <Field label={label} hint={hint}>
      <Input
        required
        maxLength={type === 'url' ? 2_000 : 100}
        value={target}
        readOnly={isRead}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  )
}

export function Choice({ type, target, isRead, onChange }: LinkTargetProps & { type: 'page' | 'collection' }) {
  const { data = [] } = useQuery<{ id: string; name: string }[]>(
    (type === 'page' ? pageChoices : collectionChoices) as never,
  )
  return (
    <Field label={type === 'page' ? t('Page') : t('Collection')}>
      <Select required value={target} disabled={isRead} onChange={(event) => onChange(event.target.value)}>
        <Options options={data} target={target} />
      </Select>
    </Field>
  )
}

const foundOptions = (q: string) =>
  queryOptions({
    queryKey: ['products', 'choices', q],
    queryFn: async ({ signal }) => {
      const query = { limit: 20, ...(q && { q }) }
      const { items } = await read(api.GET('/admin/products', { params: { query }, signal }))
      return items.map(({ id, name }) => ({ id, name }))
    },
    placeholderData: (before) => before,
  })

function ProductChoice({ target, isRead, onChange }: LinkTargetProps) {
  const [typed, setTyped] = useState('')
  const { data = [] } = useQuery(foundOptions(useSettled(typed.trim(), 300)))
  return (
    <div className="grid gap-2 sm:grid-cols-2">
      <Field label={t('Find a product')}>
        <Input type="search" value={typed} readOnly={isRead} onChange={(event) => setTyped(event.target.value)} />
      </Field>
      <Field label={t('Product')}>
        <Select required value={target} disabled={isRead} onChange={(event) => onChange(event.target.value)}>
          <Options options={data} target={target} />
        </Select>
      </Field>
    </div>
  )
}

/** What is chosen stays among them. */
function Options({ options, target }: { options: readonly { id: string; name: string }[]; target: string }) {
  return (
    <>
      <option value="">{t('Choose…')}</option>
      {target !== '' && options.every(({ id }) => id !== target) && <option value={target}>{t('As it is')}</option>}
      {options.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </>
  )
}
