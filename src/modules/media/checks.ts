import { type Check, checksOf } from '#src/platform/db/checks.ts'

const isNone = (table: string) => `not exists (
   select from media
    where media.merchant_id = ${table}.merchant_id and media.id = picture
      and state in ('processing', 'ready', 'failed'))`

const shownBy = (table: string) => `
  select '${table}' as "table", merchant_id, ${table}.id, picture as picture_id from ${table}, unnest(media) picture
   where ${isNone(table)}`

const shownAsLogo = `
  select 'merchant_settings' as "table", merchant_id, merchant_id as id, picture as picture_id
    from merchant_settings, lateral (select logo) as shown (picture)
   where picture is not null and ${isNone('merchant_settings')}`

const shownAtHome = `
  select 'homes' as "table", merchant_id, merchant_id as id, picture as picture_id from homes, unnest(media) picture
   where ${isNone('homes')}`

export const mediaChecks: Check[] = checksOf('catalog', {
  'a picture that is ready has its sizes, the last of its own width': [
    'media',
    `select merchant_id, id as picture_id from media
      where state = 'ready' and (sizes -> -1 ->> 'width')::integer is distinct from width`,
  ],
  'a picture that is shown is one of its shop': [
    'media',
    [...['products', 'product_groups', 'collections'].map(shownBy), shownAtHome, shownAsLogo].join(' union all '),
  ],
})
