import assert from 'node:assert/strict'
import { it } from 'node:test'
import { cleanText } from '#src/platform/mail/templates/values.ts'
import { shownProps, withoutDirections } from '../packages/console/src/lib/directions.ts'

it('the console leaves out the same marks of direction as mails do, and nothing else', () => {
  for (let code = 0x20; code <= 0xffff; code++) {
    const text = `a${String.fromCharCode(code)}b`
    const isMark = withoutDirections(text) === 'ab'
    assert.equal(withoutDirections(text), isMark ? 'ab' : text)
    assert.equal(isMark, cleanText(text) === 'ab', `U+${code.toString(16)}`)
  }
})

it('every text of the console is shown without marks of direction, and values of fields stay', () => {
  const name = 'Ada\u202e moc.live\u2069'
  const shown = 'Ada moc.live'
  assert.deepEqual(shownProps({ children: name, title: name, href: name }), {
    children: shown,
    title: shown,
    href: name,
  })
  const nested = { children: ['To ', name, [name, 1, null]], 'aria-label': name }
  assert.deepEqual(shownProps(nested), { children: ['To ', shown, [shown, 1, null]], 'aria-label': shown })
  for (const same of [
    { defaultValue: name, value: name },
    { children: ['a', ['b']], title: 'c' },
  ])
    assert.equal(shownProps(same), same)
})
