import { IntlMessageFormat } from 'intl-messageformat'

type Element = ReturnType<IntlMessageFormat['getAst']>[number]

/** Names of the values that a text takes, sorted, each once. @throws SyntaxError if it is no ICU MessageFormat */
export function placeholdersIn(text: string): string[] {
  const ast = new IntlMessageFormat(text, 'en', undefined, { ignoreTag: true }).getAst()
  return [...new Set(ast.flatMap(namesOf))].sort()
}

/** Of numbers of elements: 0 is words, 7 the number of a plural form. */
function namesOf(element: Element): string[] {
  if (element.type === 0 || element.type === 7) return []
  const inside =
    'options' in element ? Object.values(element.options).flatMap(({ value }) => value.flatMap(namesOf)) : []
  return [element.value, ...inside]
}
