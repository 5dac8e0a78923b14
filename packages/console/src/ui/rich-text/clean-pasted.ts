/** Styles of Word and Google Docs that mean something, as elements. */
const meanings: readonly [style: RegExp, element: string][] = [
  [/font-weight:\s*(bold|[6-9]00)/i, 'strong'],
  [/font-style:\s*italic/i, 'em'],
  [/text-decoration[a-z-]*:[^;]*underline/i, 'u'],
  [/text-decoration[a-z-]*:[^;]*line-through/i, 's'],
]

/** The nearest heading that the service takes. */
const headings: Readonly<Record<string, string>> = { H1: 'h2', H5: 'h4', H6: 'h4' }

/**
 * Pasted HTML without styles: what they mean in words becomes an element. They are renamed before anything reads them,
 * since the console allows no inline style.
 */
export function cleanPasted(html: string): string {
  const renamed = html
    .replaceAll(/<(\/?)style\b/gi, '<$1template')
    .replaceAll(/<[^<>]*>/g, (tag) => tag.replaceAll(/\sstyle\s*=/gi, ' data-style='))
  const { body } = new DOMParser().parseFromString(renamed, 'text/html')
  for (const unseen of body.querySelectorAll('template, script, title, xml')) unseen.remove()
  for (const element of body.querySelectorAll<HTMLElement>('[data-style]')) {
    const style = element.dataset.style ?? ''
    delete element.dataset.style
    // Google Docs wraps all it copies into bold that is not bold.
    if (element.tagName === 'B' && /font-weight:\s*(normal|400)/i.test(style))
      element.replaceWith(...element.childNodes)
    else if (element.tagName === 'SPAN')
      for (const [pattern, name] of meanings) if (pattern.test(style)) wrapContent(element, name)
  }
  for (const heading of body.querySelectorAll(Object.keys(headings).join(',')))
    rename(heading, headings[heading.tagName] ?? 'p')
  return body.innerHTML
}

function wrapContent(element: Element, name: string): void {
  const wrapper = document.createElement(name)
  wrapper.append(...element.childNodes)
  element.append(wrapper)
}

function rename(element: Element, name: string): void {
  const renamed = document.createElement(name)
  renamed.append(...element.childNodes)
  element.replaceWith(renamed)
}
