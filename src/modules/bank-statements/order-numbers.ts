import { creditorReference } from '#src/platform/lib/creditor-reference.ts'
import { isNumberOfDay } from '#src/platform/lib/sought-text.ts'
import { bare } from './match.ts'

/** How the shop writes its own numbers. */
interface NumberForm {
  prefix: string
  digits: number
}

/** The order numbers that these texts of letters and digits may stand for, written as the shop writes them. */
export function orderNumbers(found: ReadonlySet<string>, form: NumberForm | null): string[] {
  return [...found].flatMap((text) => {
    const number = withoutReference(text)
    return [ofDay(number), ...(form === null ? [] : [ofShop(number, form)])].filter((one) => one !== undefined)
  })
}

/** What a creditor reference was made of. */
function withoutReference(text: string): string {
  const number = text.slice(4)
  return text.startsWith('RF') && creditorReference(number) === text ? number : text
}

function ofDay(text: string): string | undefined {
  const number = `${text.slice(0, 6)}-${text.slice(6)}`
  return isNumberOfDay(number) ? number : undefined
}

function ofShop(text: string, { prefix, digits }: NumberForm): string | undefined {
  const number = text.slice(bare(prefix).length)
  if (!text.startsWith(bare(prefix)) || !/^\d{1,12}$/.test(number)) return undefined
  return prefix + number.padStart(digits, '0')
}
