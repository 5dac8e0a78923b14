/** Code units that no text contains: controls, and surrogates outside of a pair (not encodable in UTF-8). */
const controls = '\\u0000-\\u001f\\u007f-\\u009f'
const surrogates = '\\ud800-\\udfff'
const pair = '[\\ud800-\\udbff][\\udc00-\\udfff]'

/**
 * A pattern for one character of text, except those of `more` (inside of a class). It means the same with and without
 * the `u` flag, so that every client of the contract can use it: without the flag an emoji is a pair of code units.
 */
export function textCharacter(more = ''): string {
  return `(?:[^${controls}${surrogates}${more}]|${pair})`
}

const control = new RegExp(`[${controls}]`)

/** Whether a text contains a forbidden character. */
export function hasControls(text: string): boolean {
  return control.test(text) || !text.isWellFormed()
}

/** Whether a text can be the name of a shop. */
export function isName(text: string): boolean {
  return /^[^\p{Cc}\p{Cs}]{1,200}$/u.test(text)
}
