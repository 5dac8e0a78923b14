import { readFileSync } from 'node:fs'
import { type TranslatedInto, translatedInto } from './translate-names.ts'

let known: Map<string, readonly string[]> | undefined

/** An option, one of its values, or a text of a collection, as `phrases.tsv` has it. */
export function translatePhrase(english: string, language: TranslatedInto): string | undefined {
  known ??= new Map(
    readFileSync(new URL('phrases.tsv', import.meta.url), 'utf8')
      .trim()
      .split('\n')
      .map((line): [string, string[]] => {
        const [, phrase = '', ...translations] = line.split('\t')
        return [phrase, translations]
      }),
  )
  return known.get(english)?.[translatedInto.indexOf(language)]
}

const numbers = ['once', 'twice', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve']
const ranks = ['best seller', 'firm favourite', 'steady choice', 'quieter find', 'rare find']
const pack = String.raw`(?:, (?:most often )?(?:as (a) pair|by the (dozen)|(\w+) at a time))?`
const sentence = new RegExp(
  String.raw`^A ([a-z ]+): picked (\w+)(?: times)? this season(?: by shoppers in (\w+) countries)?${pack}\.$`,
)

function numberOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const said = { two: 2, a: 2, dozen: 12 }[text] ?? numbers.indexOf(text) + 1
  return said > 0 ? said : Number(text)
}

/** What a description of the catalog says, which is counted from sales. */
interface Counted {
  rank: number
  orders: number
  countries: number | undefined
  /** Most often bought so many at a time. */
  pack: number | undefined
}

/** Undefined for any other text. */
export function readDescription(english: string): Counted | undefined {
  const [, name = '', times, countries, ...packs] = sentence.exec(english) ?? []
  const [rank, orders] = [ranks.indexOf(name), numberOf(times)]
  if (orders === undefined || rank === -1) return undefined
  return { rank, orders, countries: numberOf(countries), pack: numberOf(packs.find((pack) => pack !== undefined)) }
}

export function sayDescription({ rank, ...counted }: Counted, language: TranslatedInto): string {
  const { ranks: names, say } = sentences[language]
  return say(names[rank] ?? '', counted)
}

interface Sentence {
  /** In the order of the English ones. */
  ranks: readonly string[]
  say(rank: string, counted: Omit<Counted, 'rank'>): string
}

const sentences: Record<TranslatedInto, Sentence> = {
  de: {
    ranks: ['Bestseller', 'Klarer Favorit', 'Gute Wahl', 'Entdeckung', 'Rarität'],
    say: (rank, { orders, countries, pack }) =>
      `${rank}: diese Saison ${orders === 1 ? 'einmal' : `${orders}-mal`} bestellt${
        countries ? `, aus ${countries} Ländern` : ''
      }${pack ? `, meist ${pack} Stück auf einmal` : ''}.`,
  },
  fr: {
    ranks: ['Meilleure vente', 'Grand favori', 'Valeur sûre', 'Trouvaille', 'Rareté'],
    say: (rank, { orders, countries, pack }) =>
      `${rank} : ${orders} ${orders === 1 ? 'commande' : 'commandes'} cette saison${
        countries ? `, depuis ${countries} pays` : ''
      }${pack ? `, le plus souvent par ${pack}` : ''}.`,
  },
  es: {
    ranks: ['Superventas', 'Favorito', 'Elección segura', 'Hallazgo', 'Rareza'],
    say: (rank, { orders, countries, pack }) =>
      `${rank}: ${orders} ${orders === 1 ? 'pedido' : 'pedidos'} esta temporada${
        countries ? `, desde ${countries} países` : ''
      }${pack ? `, casi siempre de ${pack} en ${pack}` : ''}.`,
  },
  pl: {
    ranks: ['Bestseller', 'Ulubieniec klientów', 'Pewny wybór', 'Odkrycie', 'Rzadkość'],
    say: (rank, { orders, countries, pack }) =>
      `${rank}: w tym sezonie zamówiono ${orders} ${orders === 1 ? 'raz' : 'razy'}${
        countries ? `, z ${countries} krajów` : ''
      }${pack ? `, najczęściej po ${pack} szt` : ''}.`,
  },
  tr: {
    ranks: ['Çok satan', 'Gözde', 'Güvenli seçim', 'Keşif', 'Nadir parça'],
    say: (rank, { orders, countries, pack }) =>
      `${rank}: bu sezon ${orders} kez sipariş edildi${countries ? `, ${countries} ülkeden` : ''}${
        pack ? `, çoğunlukla ${pack} adet birden` : ''
      }.`,
  },
  ja: {
    ranks: ['ベストセラー', '人気商品', '定番', '隠れた名品', '希少品'],
    say: (rank, { orders, countries, pack }) =>
      `${rank}。今シーズン${orders}回のご注文${countries ? `、${countries}か国から` : ''}${
        pack ? `、${pack}個ずつが中心` : ''
      }。`,
  },
}
