import assert from 'node:assert/strict'
import { test } from 'node:test'
import { irregularForms } from './word-forms.ts'

test('irregularForms brings irregular plurals of English and their singulars together', () => {
  const pairs = 'knife knives, shelf shelves, foot feet, man men, woman women, mouse mice, child children, leaf leaves'
  const more = 'bus buses, gas gases, lens lenses, iris irises, atlas atlases, canvas canvases, bookshelf bookshelves'
  for (const pair of `${pairs}, tooth teeth, goose geese, person people, cactus cacti, ${more}`.split(', ')) {
    const [singular = '', plural = ''] = pair.split(' ')
    assert.ok(irregularForms(singular)[singular]?.includes(plural), singular)
    assert.ok(irregularForms(plural)[plural]?.includes(singular), plural)
  }
  assert.deepEqual(irregularForms('SNOWMAN with Penknife'), { snowman: ['snowmen'], penknife: ['penknives'] })
  assert.deepEqual(irregularForms('lamp glove this fish über'), {})
})
