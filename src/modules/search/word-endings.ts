/** Endings of the forms of a word, folded, with blanks between; of languages whose stemmers leave forms apart. */
const latinSlavic =
  'a y i e o u ow ami ach om owi em ie ego emu ej ych ymi ym im ich imi iego iemu iej mi ek ki ka ke ko ku kow kiem ' +
  'kami kach kom ce ce ec ca cow cem cami cko cka ci iu ia io ii ami ev em ov uv ova ove ove ou ich eho emu ych ik iky'
const romance = 's es os as o a e x'

const endings: Readonly<Record<string, string>> = {
  cs: latinSlavic,
  de: 'e en er n s es em ern nen se sen',
  en: 's es y ies f fe ves',
  es: `${romance} z ces`,
  fr: `${romance} l ux he hes f ve ves r se ses ne nes le les`,
  hr: latinSlavic,
  it: `${romance} i he hi ie`,
  nl: 'e en s es n',
  pl: latinSlavic,
  pt: `${romance} m ns l is ao oes aes`,
  sk: latinSlavic,
  sl: latinSlavic,
  tr:
    'lar ler lari leri larin lerin lara lere larda lerde lardan lerden i u yi yu in un nin nun a e ya ye da de ta te ' +
    'dan den tan ten la le yla yle li lu lik luk si su im um imiz umuz',
  uk: 'а я и і ї у ю е є о ом ем ам ям ами ями ах ях ів ев ий ій ого ому их им ими ка ки ок ку',
}

const sets = new Map(Object.entries(endings).map(([language, list]) => [language, new Set(['', ...list.split(' ')])]))

/** Languages that write several words as one. */
const compounding = new Set(['da', 'de', 'et', 'fi', 'hu', 'is', 'nb', 'nl', 'nn', 'no', 'sv'])

export function writesCompounds(language: string): boolean {
  return compounding.has(language)
}

/** Letters that two forms of a word begin with at least, unless one is the whole beginning of the other. */
const [fewest, fewestWhole] = [3, 2]

/** Whether both words have a beginning in common, and behind it endings of the language. */
export function areForms(one: string, other: string, language: string): boolean {
  const known = sets.get(language)
  if (known === undefined) return one === other
  let common = 0
  while (common < one.length && one[common] === other[common]) common++
  // The ending may begin within what both have in common: `kubek` and `kubki` have `kub`, `masalar` and `masa` `masa`.
  const least = Math.min(one.length, other.length)
  const enough = common === least ? fewestWhole : fewest
  if (common < enough) return false
  const [ending, otherEnding] = [one.slice(common), other.slice(common)]
  return (
    (known.has(ending) && known.has(otherEnding)) ||
    (language === 'tr' && (isSoftened(ending, otherEnding) || isSoftened(otherEnding, ending)))
  )
}

/** Turkish: `kitap` and `kitabı`, `renk` and `rengi`. */
function isSoftened(ending: string, other: string): boolean {
  const soft = { p: 'b', k: 'g', t: 'd' }[ending]
  return soft !== undefined && other.startsWith(soft) && (sets.get('tr')?.has(other.slice(1)) ?? false)
}
