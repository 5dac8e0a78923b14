import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { htmlToText, isHtml } from './html-to-text.ts'

describe('descriptions in HTML', () => {
  it('become the text that a reader sees', () => {
    const cases: [html: string, text: string][] = [
      ['<p>Warm <b>wool</b>.</p><p>Made in&nbsp;Wales &amp; Kent</p>', 'Warm wool.\n\nMade in Wales & Kent'],
      ['One<br>two<br/>three<br><br><br><br>four', 'One\ntwo\nthree\n\nfour'],
      ['<ul>\n  <li>Red</li>\n  <li><p>Blue</p></li>\n<li></li></ul>After', '- Red\n- Blue\n\nAfter'],
      ['<ul><li>Red<ol><li>dark</li></ol></li><li>Blue</li></ul>', '- Red\n- dark\n- Blue'],
      ['<h2>Care</h2>Wash<div>cold</div><div>iron</div>', 'Care\n\nWash\ncold\niron'],
      ['<table><tr><td>Size</td><td>M</td></tr><tr><td>Fit</td><td>slim</td></tr></table>', 'Size M\nFit slim'],
      ['<style>p{color:red}</style><script>alert("x")</script><!-- note -->Seen', 'Seen'],
      ['<p>never closed <i>italic', 'never closed italic'],
      ['5 &lt; 6 &#8364;&#x41;&unknown; <3', '5 < 6 €A&unknown; <3'],
      ['', ''],
    ]
    for (const [html, text] of cases) assert.equal(htmlToText(html), text)
  })

  it('keep the line ends of WordPress, which are paragraphs there', () => {
    assert.equal(
      htmlToText('First\nline\n\n<b>Second</b> part\r\n<ul>\n<li>A</li>\n</ul>', true),
      ['First', 'line', '', 'Second part', '', '- A'].join('\n'),
    )
  })

  it('are known by a mark or an entity', () => {
    for (const html of ['a<br>b', '</p>', '<!-- x -->', 'Tom &amp; Jerry', '&#39;', '&#x27;'])
      assert.ok(isHtml(html), html)
    for (const text of ['5 < 6 > 4', 'A & B; C', 'a <3 b', '&;']) assert.ok(!isHtml(text), text)
  })
})
