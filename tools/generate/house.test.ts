import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { it } from 'node:test'
import { feeds } from './module-tables.ts'

const picture = readFileSync(new URL('../../docs/house.svg', import.meta.url), 'utf8')

it('docs/house.svg has an arrow for each feed and a room for each module', () => {
  const arrows = [...picture.matchAll(/<title>([\w-]+ → [\w-]+)<\/title>/g)].map(([, feed]) => feed)
  assert.deepEqual(arrows.sort(), Object.keys(feeds).sort())
  const rooms = readdirSync(new URL('../../src/modules', import.meta.url))
  assert.deepEqual(
    rooms.filter((room) => !picture.includes(`>${room}</text>`)),
    [],
  )
})
