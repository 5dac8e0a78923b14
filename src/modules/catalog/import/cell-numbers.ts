/** Number formats of a file. */
export interface NumberStyle {
  /** Semicolons or tabs separate the columns, so a comma can stand for the decimal point. */
  decimalComma: boolean
  /** The column counts units: `1.000` may be a thousand. */
  whole: boolean
}

export type ReadNumber = { value: number } | { fault: string }

const maxDigits = 15

/**
 * Parses a number as spreadsheets write it: `5.0`, `12,50` if a comma can be decimal, `1.234,50`, `1 234.5`. Refuses an
 * ambiguous number, and one with an exponent, which a spreadsheet has made of another value.
 */
export function readNumber(cell: string, style: NumberStyle): ReadNumber {
  const text = cell.trim().replace('−', '-')
  const [, sign = '', body = ''] = /^([+-]?)(.*)$/s.exec(text) ?? []
  const digits = body.replace(/\D/g, '')
  if (digits.length > maxDigits) return { fault: `must be a number of at most ${maxDigits} digits` }
  const plain = plainOf(body, style)
  if (typeof plain === 'object') return plain
  const value = Number(sign + plain)
  return plain === '' || Number.isNaN(value) ? { fault: notNumber } : { value }
}

const notNumber = 'must be a number, such as 12.50'

/** Digits with a point; empty if it is not a number. */
function plainOf(body: string, { decimalComma, whole }: NumberStyle): string | { fault: string } {
  const [, integer, separator, fraction] = /^(\d*)([.,])(\d*)$/.exec(body) ?? []
  if (integer !== undefined && fraction !== undefined && integer + fraction !== '') {
    const isDecimal = separator === '.' || decimalComma
    const decimal = `${integer || '0'}.${fraction || '0'}`
    const couldGroup = /^[1-9]\d{0,2}$/.test(integer) && fraction.length === 3
    const isDoubtful = couldGroup && (separator === ',' || decimalComma || whole)
    if (isDoubtful) return { fault: `could be ${decimal} or ${integer}${fraction}: write it without the ${separator}` }
    if (isDecimal) return decimal
    return { fault: `has a decimal comma, in a file whose columns are separated by commas: write ${decimal}` }
  }
  if (/^\d+$/.test(body)) return body
  const grouped = /^([1-9]\d{0,2}(?:([ \u00a0\u202f.,'’])\d{3})(?:\2\d{3})*)(?:([.,])(\d+))?$/.exec(body)
  if (grouped === null || grouped[2] === grouped[3]) return ''
  return `${grouped[1]?.replace(/\D/g, '')}${grouped[4] === undefined ? '' : `.${grouped[4]}`}`
}
