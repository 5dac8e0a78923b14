import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { cleanHtml } from './clean-html.ts'
import { readHtml } from './read-html.ts'
import {
  addressesInHtml,
  failedAddress,
  foreignPicture,
  pictureIdAt,
  picturesInHtml,
  waitingAddress,
  waitingInHtml,
  withFilesAlone,
  withPictures,
  withWaiting,
} from './text-pictures.ts'

const id = '019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11'
const file = '/media/019a9f3e6f5c7c3e9c592f6a3a1f0b11-640-5f1d7c2a90b3e4d8.jpg'
const other = 'https://old.example/a.png?a=1&b=2'
const clean = (html: string) => cleanHtml(html).html

describe('pictures of texts', () => {
  it('of elsewhere are kept for files alone, in one spelling', () => {
    const given = `<p><img alt="A &quot;mug&quot;" src=" ${other} "></p>`
    const kept = `<p><img src="${other.replace('&', '&amp;')}" alt="A &quot;mug&quot;" /></p>`
    const ofFile = cleanHtml(given, { foreignPictures: true })
    assert.deepEqual(ofFile, { html: kept, text: '', removed: [] })
    assert.deepEqual(cleanHtml(kept, { foreignPictures: true }), ofFile)
    assert.equal(clean(given), '<p></p>', 'and not for bodies, of which the same was cleaned before')
    assert.deepEqual([...addressesInHtml(kept)], [[other, 'A "mug"']])
    assert.equal(
      readHtml(`<div><img src="//old.example/a b.png"></div>`).html,
      '<p><img src="https://old.example/a%20b.png" /></p>',
    )
    for (const wrong of [
      'data:image/png;base64,aa',
      '/a.png',
      'a.png',
      'ftp://a.example/a',
      'javascript:x',
      'https://',
    ])
      assert.equal(foreignPicture(wrong), undefined, wrong)
    assert.equal(foreignPicture(`https://a.example/${'a'.repeat(2_000)}`), undefined)
  })

  it('without a file are seen by staff alone, and by nobody once they have failed', () => {
    const [waiting, failed] = [waitingAddress(id), failedAddress(id)]
    const stored = clean(
      `<p>a</p><p><img src="${waiting}" width="9"></p><p>b <img src="${failed}"><img src="${file}"></p>`,
    )
    assert.deepEqual([picturesInHtml(stored), waitingInHtml(stored)], [[id], [id]])
    assert.equal(withWaiting(stored), `<p>a</p><p><img src="${waiting}" width="9" /></p><p>b <img src="${file}" /></p>`)
    assert.equal(withFilesAlone(stored), `<p>a</p><p>b <img src="${file}" /></p>`)
    assert.deepEqual([waitingInHtml(withFilesAlone(stored)), waitingInHtml(null)], [[], []])
    assert.deepEqual([pictureIdAt(waiting), pictureIdAt(failed), pictureIdAt(other)], [id, id, undefined])
  })

  it('get another address with the measures of their file, or the smaller ones of the text', () => {
    const show = (html: string) => withPictures(clean(html), () => ({ src: `${file}?a&b`, width: 640, height: 480 }))
    const at = `src="${file}?a&amp;b"`
    assert.equal(
      show(`<img height="1" src="${file}" alt="x &gt; y">`),
      `<img ${at} width="640" height="480" alt="x &gt; y" />`,
    )
    assert.equal(show(`<img src="${file}" width="320" height="999">`), `<img ${at} width="320" height="240" />`)
    assert.equal(show(`<img src="${file}" width="9000">`), `<img ${at} width="640" height="480" />`)
  })
})
