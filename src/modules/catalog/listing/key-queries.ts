import { sql } from 'kysely'

/** Key columns of a card in a list's statement; the rest is cached by key, or read. */
export interface CardKey {
  id: string
  /** The variant on the card of a group; undefined if the card is a product itself. */
  shownId: string | undefined
  available: number
  /** Changes with each change of the card's content. */
  stamp: string
}

/** The keys of a page as one text, made by `string_agg(key, ',')` over the view `card_keys`: one row instead of 21. */
export function readKeys(text: string | null): CardKey[] {
  if (text === null) return []
  return text.split(',').map((key) => {
    const end = key.indexOf(' ', idLength + 1)
    const next = key.indexOf(' ', end + 1)
    return {
      id: key.slice(0, idLength),
      shownId: next === -1 ? undefined : key.slice(next + 1),
      available: Number(key.slice(idLength + 1, end)),
      stamp: key.slice(end + 1, next === -1 ? undefined : next),
    }
  })
}

const idLength = 36

/** The key of each card of a page, by its key in the table (docs/decisions/0127). */
export const joinKeys = (name: string, page = 'page') => sql`
  cross join lateral (
    select key, form from card_keys
     where card_keys.merchant_id = ${sql.ref(`${page}.merchant_id`)}
       and card_keys.card_id = ${sql.ref(`${page}.card_id`)}
    offset 0) ${sql.ref(name)}`
