/**
 * HTML as people write it: the editor puts a paragraph into each list item and each cell, and has no head of a table.
 * Empty for a text without words or pictures.
 */
export function tidyHtml(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  if (body.textContent.trim() === '' && body.querySelector('img, hr, iframe') === null) return ''
  for (const holder of body.querySelectorAll('li, td, th')) unwrapParagraph(holder)
  for (const table of body.querySelectorAll('table')) addHead(table)
  while (isEmptyParagraph(body.lastElementChild)) body.lastElementChild?.remove()
  return body.innerHTML
}

/** Whether both are the same text, however they are written; `rel` of links is the service's. */
export function isSameHtml(one: string, other: string): boolean {
  const [first, second] = [one, other].map((html) => {
    const { body } = new DOMParser().parseFromString(html, 'text/html')
    for (const link of body.querySelectorAll('a')) link.removeAttribute('rel')
    body.normalize()
    return body
  })
  return first?.isEqualNode(second ?? null) ?? false
}

function unwrapParagraph(holder: Element): void {
  const [first, ...others] = holder.children
  if (first?.tagName === 'P' && others.every(({ tagName }) => tagName === 'UL' || tagName === 'OL'))
    first.replaceWith(...first.childNodes)
}

/** A first row of nothing but headers is the head. */
function addHead(table: HTMLTableElement): void {
  const [first, ...rest] = table.rows
  if (first === undefined || rest.length === 0 || table.tHead !== null) return
  if ([...first.cells].every(({ tagName }) => tagName === 'TH')) table.createTHead().append(first)
}

function isEmptyParagraph(element: Element | null): boolean {
  return element?.tagName === 'P' && element.childNodes.length === 0
}
