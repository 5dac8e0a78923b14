import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { textBeginning } from './html-to-text.ts'
import { readHtml } from './read-html.ts'
import { textToHtml } from './text-to-html.ts'

describe('HTML of files', () => {
  const read = (html: string, keepLines = false) => readHtml(html, keepLines)

  it('keeps what a description may have, and what means the same', () => {
    const cases: [given: string, html: string | null][] = [
      ['<h1>Care</h1><b>Wash</b> <i>cold</i>', '<h2>Care</h2><p><strong>Wash</strong> <em>cold</em></p>'],
      ['<div>One<div>Two <span style="color:red">red</span></div>three</div>', null],
      ['<div><b>One</b></div><div>Two</div>', '<p><strong>One</strong></p><p>Two</p>'],
      ['<ul><li><div>a</div><div>b</div></li><li></li></ul>', '<ul><li>a<br />b</li></ul>'],
      ['<div><li>alone</li><td>too</td></div>', null],
      [
        '<table><caption>Sizes</caption><tr><td>S</td><td></td></tr></table>',
        '<p>Sizes</p><table><tr><td>S</td><td></td></tr></table>',
      ],
      ['<p>never closed <strong>bold', '<p>never closed <strong>bold</strong></p>'],
    ]
    for (const [given, html] of cases) {
      const tidied = read(given)
      assert.equal(tidied.html, html ?? null, given)
    }
    assert.equal(read('<div>One<div>Two <span>red</span></div>three</div>').text, 'One\n\nTwo red\n\nthree')
  })

  it('names what is not kept, once each', () => {
    const { html, text, notKept } = read(
      '<div class=a><script>x()</script><p style="a">b</p><p style="c"><u>d</u></p>' +
        '<a href="javascript:x">e</a><a href="javascript:y">f</a>' +
        '<img src="data:image/png;base64,aaaa"><form><input></form></div>',
    )
    assert.equal(html, '<p>b</p><p><u>d</u></p><p>ef</p>')
    assert.equal(text, 'b\n\nd\n\nef')
    assert.deepEqual(notKept, [
      '<div> is not kept; its text is',
      '<script> is not kept, nor what is in it',
      'a link is not kept: its address is neither http, https, mailto, tel nor a path',
      'a picture in the text is not kept: its address is neither http nor https',
      '<form> is not kept; its text is',
      '<input> is not kept, nor what is in it',
      'the attribute style is not kept',
    ])
  })

  it('makes paragraphs of the lines of WordPress', () => {
    const { html } = read(
      'First\nline\n\n<strong>Second</strong>\r\n\r\n<ul>\n<li>A</li>\n</ul>\n<h3>Third</h3>\nfourth',
      true,
    )
    assert.equal(
      html,
      '<p>First<br />line</p><p><strong>Second</strong></p><ul><li>A</li></ul><h3>Third</h3><p>fourth</p>',
    )
  })

  it('keeps paragraphs alone as the text that they are', () => {
    assert.deepEqual(read('<p>One</p><p>Two &amp;<br>three</p>').html, null)
    assert.deepEqual(read('One<br><br>Two').text, 'One\n\nTwo')
    assert.equal(read('<p>One</p>\n<p><em>Two</em></p>').html, '<p>One</p>\n<p><em>Two</em></p>')
  })

  it('is kept as text where it is beyond what cleaning takes', () => {
    const deep = read(`${'<em>'.repeat(40_000)}deep`)
    assert.deepEqual([deep.html, deep.text], [null, 'deep'])
    const long = read(`<p>${'wool '.repeat(50_000)}<em>a</em></p>`)
    assert.deepEqual([long.html, long.text.slice(0, 9)], [null, 'wool wool'])
    const many = read('<em>a</em> '.repeat(9_000))
    assert.deepEqual([many.html, many.notKept], [null, ['HTML of more than 100 kB or 4,000 elements is kept as text']])
  })
})

describe('HTML of texts', () => {
  it('has their paragraphs, line ends and bare links', () => {
    const cases: [text: string, html: string][] = [
      ['One\n\nTwo\nthree', '<p>One</p><p>Two<br />three</p>'],
      ['a < b & "c"', '<p>a &lt; b &amp; "c"</p>'],
      [
        'See https://a.example/b?c=1&d=2).',
        '<p>See <a href="https://a.example/b?c=1&amp;d=2" rel="noopener">https://a.example/b?c=1&amp;d=2</a>).</p>',
      ],
      ['https:// javascript:x()', '<p>https:// javascript:x()</p>'],
      ['\n \n', ''],
    ]
    for (const [text, html] of cases) assert.equal(textToHtml(text), html)
  })

  it('the beginning of a text ends with a word, if it has blanks', () => {
    assert.equal(textBeginning('a'.repeat(10_000)).length, 10_000)
    assert.equal(textBeginning(`${'wool '.repeat(3_000)}`), 'wool '.repeat(2_000).trimEnd())
    assert.equal(textBeginning(`${'a'.repeat(9_999)} b`), 'a'.repeat(9_999))
    assert.equal(textBeginning('東'.repeat(20_000)).length, 10_000)
    assert.equal(textBeginning('🧵'.repeat(10_000)), '🧵'.repeat(10_000))
    assert.equal(textBeginning(`${'🧵'.repeat(10_001)}`), '🧵'.repeat(10_000))
  })
})
