import { t } from '#console/lib/text.ts'
import { count, inSentence } from './format.ts'

/** A letter that its name begins with a vowel: an SKU, an EORI number. */
const vowelSound = /^(?:[aeioAEIO]|u(?!ni)|[FHLMNRSX][A-Z])/

/** `Needs a name`, `Needs an SKU`; of a number that it needs one. */
function needs(label: string, input: HTMLInputElement): string {
  if (input.type === 'date' || input.type === 'datetime-local') return t('Needs a day.')
  if (input.type === 'number' || input.inputMode === 'numeric') return t('Needs a number.')
  if (input.type === 'select-one') return t('Needs a choice.')
  const field = /^[A-Z]{2}/.test(label) ? label : inSentence(label)
  const article = vowelSound.test(field) ? 'an' : 'a'
  return t('Needs {article, select, an {an} other {a}} {field}.', { article, field })
}

/** What the browser finds wrong with an input, in words of this page; undefined if nothing is. */
export function validityText(input: HTMLInputElement, label: string): string | undefined {
  const { validity } = input
  if (validity.valid) return undefined
  if (validity.customError)
    return /[.!?]$/.test(input.validationMessage) ? input.validationMessage : `${input.validationMessage}.`
  if (validity.valueMissing) return needs(label, input)
  if (validity.badInput || validity.stepMismatch) return t('Needs a whole number.')
  if (validity.rangeUnderflow) return t('Must be at least {bound}.', { bound: bound(input.min) })
  if (validity.rangeOverflow) return t('Must be at most {bound}.', { bound: bound(input.max) })
  if (validity.tooLong) return t('Can have at most {count} characters.', { count: input.maxLength })
  if (validity.typeMismatch && input.type === 'email') return t('Needs an e-mail address, such as ada@example.com.')
  if (validity.typeMismatch) return t('Needs a web address, such as https://example.com.')
  return input.title === '' ? t('Does not look right.') : t('Needs {what}.', { what: inSentence(input.title) })
}

const bound = (text: string) => (/^\d+$/.test(text) ? count(Number(text)) : text)
