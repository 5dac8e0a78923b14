import { IntlMessageFormat } from 'intl-messageformat'

type Element = ReturnType<IntlMessageFormat['getAst']>[number]

/** A value in a text, and how it is written there. */
export interface Argument {
  name: string
  form: 'text' | 'number' | 'plural' | 'other'
  /** Of a plural: the numbers that it names, as `=1` does. */
  exact: number[]
}

/** Of numbers of elements: 0 is words, 7 the number of a plural form. */
const forms: Readonly<Record<number, Argument['form']>> = { 1: 'text', 2: 'number', 6: 'plural' }

/** The values of a text, in their order. @throws SyntaxError if it is no ICU MessageFormat */
export function argumentsIn(text: string): Argument[] {
  const found = new IntlMessageFormat(text, 'en', undefined, { ignoreTag: true }).getAst()
  return found.flatMap(argumentsOf)
}

/** Names of the values that a text takes, sorted, each once. @throws SyntaxError if it is no ICU MessageFormat */
export function placeholdersIn(text: string): string[] {
  return [...new Set(argumentsIn(text).map(({ name }) => name))].sort()
}

function argumentsOf(element: Element): Argument[] {
  if (element.type === 0 || element.type === 7) return []
  const options = 'options' in element ? element.options : {}
  const inside = Object.values(options).flatMap(({ value }) => value.flatMap(argumentsOf))
  const exact = Object.keys(options).flatMap((key) => (key.startsWith('=') ? [Number(key.slice(1))] : []))
  return [{ name: element.value, form: forms[element.type] ?? 'other', exact }, ...inside]
}
