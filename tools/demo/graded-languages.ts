import { readFileSync } from 'node:fs'
import {
  type Meaning,
  meaningOf,
  propertyNamed,
  type TranslatedInto,
  thingNamed,
  translatedInto,
  translateName,
} from '#demo-shop'

/** A product of the demo catalog whose name is translated. */
export interface TranslatedProduct {
  sku: string
  name: string
  names: Record<TranslatedInto, string>
}

/** A query as a shopper types it, with the grade of each product that answers it. */
export interface GradedQuery {
  language: TranslatedInto
  kind: string
  query: string
  grades: Map<string, number>
}

type Line = [kind: string, query: string, thing: string, property?: string]

const read = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8')

export function translatedProducts(): TranslatedProduct[] {
  const lines = read('../../packages/demo-shop/products.ndjson').trim().split('\n')
  return lines.flatMap((line) => {
    const { sku, name } = JSON.parse(line) as { sku: string; name: string }
    const names = translatedInto.map((language) => [language, translateName(name, language)] as const)
    if (names.some(([, text]) => text === undefined)) return []
    return [{ sku, name, names: Object.fromEntries(names) as TranslatedProduct['names'] }]
  })
}

/**
 * Grades come from what a name says and not from the results of a search: 3 for the thing with the property that is
 * looked for, 2 if it is of a kind that has a name of its own (a lunch bag is a bag), 1 without the property. All that
 * answer are listed.
 */
export function gradedQueries(products: readonly TranslatedProduct[]): GradedQuery[] {
  const lines = JSON.parse(read('languages.json')) as Record<TranslatedInto, Line[]>
  const meanings = products.map(({ sku, name }) => ({ sku, meaning: meaningOf(name) }))
  return translatedInto.flatMap((language) =>
    lines[language].map(([kind, query, thing, property]) => {
      const grades = new Map<string, number>()
      for (const { sku, meaning } of meanings) {
        const likeness = meaning === undefined ? 0 : Math.max(...thing.split('|').map((one) => alike(meaning, one)))
        if (likeness === 0) continue
        const has = property === undefined || meaning?.properties.includes(propertyNamed(property))
        grades.set(sku, has ? likeness : 1)
      }
      if (![...grades.values()].includes(3)) throw new Error(`no product answers ${language} ${query}`)
      return { language, kind, query, grades }
    }),
  )
}

/** 3: the thing, in the singular or plural. 2: a kind of it. */
function alike({ noun }: Meaning, thing: string): number {
  const one = (name: string) => name.replace(/s$/, '')
  const { name } = thingNamed(thing)
  if (one(noun.name) === one(name)) return 3
  return one(noun.name).endsWith(` ${one(name)}`) ? 2 : 0
}
