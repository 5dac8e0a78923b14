import assert from 'node:assert/strict'

export interface XmlElement {
  name: string
  attributes: Record<string, string>
  children: XmlElement[]
  text: string
}

const entities: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }
const token = /<\?xml[^<>]*\?>|<\/([\w:.-]+)>|<([\w:.-]+)((?:\s+[\w:.-]+="[^"<&]*")*)\s*(\/?)>|[^<]+/gy

/** The root of a document, which is well-formed or fails: XML 1.0 without comments, CDATA and document types. */
export function readXml(document: string): XmlElement {
  assert.doesNotMatch(document, /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u)
  const root: XmlElement = { name: '', attributes: {}, children: [], text: '' }
  const open = [root]
  token.lastIndex = 0
  while (token.lastIndex < document.length) {
    const at = token.lastIndex
    const found = token.exec(document)
    assert.ok(found, `broken at ${JSON.stringify(document.slice(at, at + 80))}`)
    const [all, closed, opened, attributes = '', single] = found
    const parent = open.at(-1)
    assert.ok(parent)
    if (closed !== undefined) assert.equal(open.pop()?.name, closed)
    else if (opened !== undefined) {
      const pairs = [...attributes.matchAll(/([\w:.-]+)="([^"]*)"/g)].map(([, name, value]) => [name, value])
      const element = { name: opened, attributes: Object.fromEntries(pairs), children: [], text: '' }
      parent.children.push(element)
      if (single === '') open.push(element)
    } else if (!all.startsWith('<?')) parent.text += textOf(all)
  }
  assert.equal(open.length, 1, 'all elements are closed')
  const [first, ...more] = root.children
  assert.ok(first !== undefined && more.length === 0 && root.text.trim() === '', 'there is one root')
  return first
}

function textOf(escaped: string): string {
  assert.doesNotMatch(escaped, /&(?!(?:lt|gt|amp|quot|apos);)|>/)
  return escaped.replace(/&(\w+);/g, (_, name: string) => entities[name] ?? '')
}
