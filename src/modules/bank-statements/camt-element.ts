/** An element with its namespace left out. */
export interface Element {
  name: string
  /** Of an amount. */
  currency: string
  text: string
  children: Element[]
}

/** The first element at a path below another. */
export function elementAt(element: Element | undefined, ...path: string[]): Element | undefined {
  return path.reduce((found, name) => found?.children.find((child) => child.name === name), element)
}

/** Its text; empty if there is none. */
export function valueAt(element: Element | undefined, ...path: string[]): string {
  return elementAt(element, ...path)?.text.trim() ?? ''
}

/** All elements at a path. */
export function elementsAt(element: Element, ...path: string[]): Element[] {
  return path.reduce(
    (found, name) => found.flatMap(({ children }) => children.filter((one) => one.name === name)),
    [element],
  )
}
