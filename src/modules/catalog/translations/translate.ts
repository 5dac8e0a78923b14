import { hash } from 'node:crypto'
import type { Executor } from '#src/platform/db/transaction.ts'
import { textBeginning, textToHtml } from '#src/platform/rich-text/index.ts'
import type { ListedCard } from '../listing/card-cache.ts'
import type { PresentedCard } from '../listing/cards.ts'
import { selectTexts } from './queries.ts'
import { mergeTexts, type SubjectType, type Texts } from './rules.ts'

/** For whom a shop's texts are read. */
export interface Reader {
  db: Executor
  merchantId: string | undefined
  /** Locales to look up, the best first; none: the shop's own texts. */
  locales: readonly string[]
}

interface Seo {
  title: string | null
  description: string | null
}

/** What products, groups and collections have in answers. */
interface Shown {
  id: string
  name: string
  description: string | null
  description_html?: string | null
  seo: Seo
  slug: string
}

type Products = Pick<PresentedCard, 'id' | 'group_id'>

/** Texts by the ids of what they are of. */
async function textsOf(
  { db, merchantId, locales }: Reader,
  types: readonly SubjectType[],
  ids: readonly string[],
): Promise<Map<string, Texts>> {
  if (merchantId === undefined || locales.length === 0 || ids.length === 0) return new Map()
  const found = await selectTexts(db, merchantId, types, ids, locales)
  const byId = Map.groupBy(found, ({ subject_id }) => subject_id)
  const rank = (locale: string) => locales.indexOf(locale)
  return new Map(
    [...byId].map(([id, rows]) => {
      const inOrder = rows.toSorted((one, other) => rank(one.locale) - rank(other.locale))
      return [id, mergeTexts(inOrder.map(({ texts, slug }) => ({ ...texts, ...(slug !== null && { slug }) })))]
    }),
  )
}

const ofProducts = ['product', 'product_group'] as const
const subjectOf = ({ id, group_id }: Products) => group_id ?? id

/** Cards of a page in the language of its reader. */
export async function translateCards(reader: Reader, cards: readonly ListedCard[]): Promise<ListedCard[]> {
  if (reader.locales.length === 0) return [...cards]
  const read = cards.map((card) => ({ card, product: JSON.parse(card.json) as PresentedCard }))
  const texts = await textsOf(
    reader,
    ofProducts,
    read.map(({ product }) => subjectOf(product)),
  )
  return read.map(({ card, product }) => {
    const found = texts.get(subjectOf(product))
    if (found === undefined) return card
    const json = JSON.stringify(withBeginning(withTextsOfProduct(product, found)))
    return { ...card, json, digest: hash('sha256', json, 'base64url').slice(0, 22) }
  })
}

/** One product, or the card of a group, in the language of its reader. */
export async function translateProduct<Product extends PresentedCard>(
  reader: Reader,
  product: Product,
): Promise<Product> {
  const found = (await textsOf(reader, ofProducts, [subjectOf(product)])).get(subjectOf(product))
  return found === undefined ? product : withTextsOfProduct(product, found)
}

interface ShownGroup extends Omit<Shown, 'description_html'> {
  description_html: string | null
  options: { name: string; title?: string; values: { value: string; title?: string }[] }[]
}

/** A group with its variants, whose options keep their names and have titles beside them. */
export async function translateGroup<Group extends ShownGroup>(reader: Reader, group: Group): Promise<Group> {
  const texts = (await textsOf(reader, ['product_group'], [group.id])).get(group.id)
  if (texts === undefined) return group
  const options = group.options.map((option) => {
    const { name: title, values: titles = {} } = texts.options?.[option.name] ?? {}
    const values = option.values.map((one) => {
      const valueTitle = titles[one.value]
      return valueTitle === undefined ? one : { ...one, title: valueTitle }
    })
    return { ...option, ...(title && { title }), values }
  })
  return { ...withTexts(group, texts), options }
}

/** Collections in the language of their reader. */
export async function translateCollections<Collection extends Shown>(
  reader: Reader,
  collections: readonly Collection[],
): Promise<Collection[]> {
  const texts = await textsOf(
    reader,
    ['collection'],
    collections.map(({ id }) => id),
  )
  return collections.map((collection) => {
    const found = texts.get(collection.id)
    return found === undefined ? collection : withTexts(collection, found)
  })
}

function withTextsOfProduct<Product extends PresentedCard>(product: Product, texts: Texts): Product {
  const { group } = product
  const named = group && { ...group, name: texts.name ?? group.name, slug: texts.slug ?? group.slug }
  return { ...withTexts(product as Product & Shown, texts), ...(named && { group: named }) }
}

function withTexts<Thing extends Shown>(thing: Thing, texts: Texts): Thing {
  const { name, slug, description, seo_title: title, seo_description: about } = texts
  const html = texts.description_html ?? (description === undefined ? undefined : textToHtml(description))
  return {
    ...thing,
    name: name ?? thing.name,
    slug: slug ?? thing.slug,
    description: description ?? thing.description,
    ...(thing.description_html !== undefined && { description_html: html ?? thing.description_html }),
    // A page in one language has no title in another.
    seo: {
      title: title ?? (name === undefined ? thing.seo.title : null),
      description: about ?? (description === undefined ? thing.seo.description : null),
    },
  }
}

function withBeginning(product: PresentedCard): PresentedCard {
  const { description } = product
  return description === null ? product : { ...product, description: textBeginning(description) }
}
