import assert from 'node:assert/strict'
import { it } from 'node:test'
import { placeWithin } from '../packages/console/src/lib/place.ts'

it('the console goes on to its own places alone after a sign-in', () => {
  const origin = 'https://shop.example'
  for (const place of ['/', '/orders', '/orders?status=paid&q=%5C', '/products/a.b#top', '/orders?next=//a'])
    assert.equal(placeWithin(place, origin), place)
  const elsewhere = [
    ...['//evil.example', '///evil.example', '/\\evil.example', '\\\\evil.example', '/orders\\..\\..\\x'],
    ...['https://evil.example', 'javascript:alert(1)', 'data:text/html,x', 'evil.example', 'orders', ''],
    ...['/../user', '/%2e%2e/docs', '/orders/../../docs', '/\t/evil.example', '/\n/evil.example', ' /orders'],
  ]
  for (const place of [...elsewhere, undefined]) assert.equal(placeWithin(place, origin), undefined, place)
})
