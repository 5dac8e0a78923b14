/**
 * Folds text to the primary strength of UTS 10: without case, accents and invisible characters, and with the base of
 * Latin letters that Unicode does not decompose (`ł` l, `ø` o, `ß` ss). Equal to `fold_text` in the database
 * (migrations/0015_letters.sql): a test compares them letter by letter.
 */
export function foldText(text: string): string {
  if (isAscii(text)) return text.toLowerCase()
  const bare = text.normalize('NFKD').replace(marks, '').toLowerCase()
  return isAscii(bare) ? bare : bare.replace(special, (letter) => bases.get(letter) ?? letter).normalize('NFC')
}

function isAscii(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII
  return /^[\u0000-\u007f]*$/.test(text)
}

/** Accents, points of Hebrew and Arabic, and invisible characters; not the vowels of Indic scripts. */
const marks = new RegExp(
  `[${[
    '\\u00ad\\u0300-\\u036f\\u0483-\\u0487\\u0591-\\u05bd\\u05bf\\u05c1\\u05c2\\u05c4\\u05c5\\u05c7\\u0610-\\u061a',
    '\\u061c\\u0640\\u064b-\\u065f\\u0670\\u06d6-\\u06dc\\u06df-\\u06e4\\u06e7\\u06e8\\u06ea-\\u06ed\\u180e',
    '\\u1ab0-\\u1aff\\u1dc0-\\u1dff\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\u20d0-\\u20ff',
    '\\ufe00-\\ufe0f\\ufe20-\\ufe2f\\ufeff',
  ].join('')}]`,
  'g',
)

const letters = 'øłđðħıĸŋŧςƀƃɓƈȼɖɗƌɛəǝɇƒɠǥɨɩɉȷƙƚⱡɲƞɔɵƥɍⱦƭʈʉʋɏƴƶȥⱥ'
const plain = 'olddhikntσbbbccdddeeeefggiijjkllnnooprtttuvyyzza'
const bases = new Map([
  ...[...letters].map((letter, index) => [letter, plain[index]] as const),
  ...([
    ['ß', 'ss'],
    ['æ', 'ae'],
    ['œ', 'oe'],
    ['þ', 'th'],
    ['l·l', 'll'],
  ] as const),
])
const special = new RegExp([...bases.keys()].join('|'), 'g')
