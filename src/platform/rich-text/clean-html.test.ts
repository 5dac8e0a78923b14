import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { cleanHtml, htmlFault, inspectHtml } from './clean-html.ts'
import { textOfHtml } from './html-to-text.ts'
import { readHtml } from './read-html.ts'
import { picturesInHtml } from './text-pictures.ts'
import { textToHtml } from './text-to-html.ts'
import { knownVideoHosts, useVideoHosts, videoAt } from './videos.ts'

describe('addresses of videos', () => {
  it('have one form each, by the whole name of the host', () => {
    const cases: [given: string, url: string | undefined][] = [
      ['https://www.youtube.com/watch?list=a&v=dQw4w9WgXcQ&t=3', 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'],
      ['http://m.youtube.com/shorts/dQw4w9WgXcQ', 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'],
      [' https://YOUTU.BE/dQw4w9WgXcQ?si=a ', 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'],
      ['https://vimeo.com/76979871', 'https://vimeo.com/76979871'],
      ['https://vimeo.com/channels/staff-picks/76979871', 'https://vimeo.com/76979871'],
      ['https://vimeo.com/76979871/8272103f6e', 'https://vimeo.com/76979871/8272103f6e'],
      ['https://player.vimeo.com/video/76979871?h=8272103f6e', 'https://vimeo.com/76979871/8272103f6e'],
      ['https://www.youtube.com/embed/videoseries?list=a', undefined],
      ['https://www.youtube.com/watch?v=dQw4w9WgXc"', undefined],
      ['https://www.youtube.com/@shop', undefined],
      ['https://youtube.com.example/watch?v=dQw4w9WgXcQ', undefined],
      ['https://notyoutube.com/watch?v=dQw4w9WgXcQ', undefined],
      ['https://youtube.com@a.example/watch?v=dQw4w9WgXcQ', undefined],
      ['https://a@youtube.com/watch?v=dQw4w9WgXcQ', undefined],
      ['https://youtube.com:8443/watch?v=dQw4w9WgXcQ', undefined],
      ['https://уoutube.com/watch?v=dQw4w9WgXcQ', undefined],
      ['https://vimeo.com/constructor', undefined],
      ['https://constructor/watch?v=dQw4w9WgXcQ', undefined],
      ['javascript://youtube.com/watch?v=dQw4w9WgXcQ', undefined],
      ['youtube.com/watch?v=dQw4w9WgXcQ', undefined],
    ]
    for (const [given, url] of cases) {
      assert.equal(videoAt(given)?.url, url, given)
      if (url !== undefined) assert.equal(videoAt(videoAt(url)?.embedUrl ?? '')?.url, url)
    }
  })
})

describe('cleaned HTML', () => {
  it('has allowed elements, attributes and addresses alone, and names the others', () => {
    const cases: [given: string, cleaned: string, removed: string[]][] = [
      ['<p class=a>One<br>two</p>', '<p>One<br />two</p>', ['p class']],
      ['<ul><li>a<li>b</ul>', '<ul><li>a</li><li>b</li></ul>', []],
      [
        '<a href="https://a.example/?a=1&b=2">a</a>',
        '<a href="https://a.example/?a=1&amp;b=2" rel="noopener">a</a>',
        [],
      ],
      ['<a href="mailto:a@b.example">a</a>', '<a href="mailto:a@b.example" rel="noopener">a</a>', []],
      [
        '<a href="tel:+44">a</a><a href="/a">b</a>',
        '<a href="tel:+44" rel="noopener">a</a><a href="/a" rel="noopener">b</a>',
        [],
      ],
      ['<a href="ftp://a">a</a>', '<a>a</a>', ['a href ftp://a']],
      ['<a href="//a.example">a</a>', '<a>a</a>', ['a href //a.example']],
      ['<a href="java&#x0a;script:x">a</a>', '<a>a</a>', ['a href java\nscript:x']],
      ['<a href="/a" rel="opener" target=b>a</a>', '<a href="/a" rel="noopener">a</a>', ['a rel', 'a target']],
      ['<th scope=row colspan=2 rowspan=0>a</th>', '<th scope="row" colspan="2">a</th>', ['th rowspan']],
      ['<img src="/a.png" alt="a" onerror=x>b', 'b', ['img src /a.png', 'img onerror']],
      ['a &amp; &lt;b&gt; &nbsp;"c"', 'a &amp; &lt;b&gt; \u00a0"c"', []],
      ['<p>a&#0;&#1;&#xd800;b</p>', '<p>a\ufffdb</p>', []],
      ['<p>a<!-- note --></p>\r\n', '<p>a</p>', []],
    ]
    for (const [given, cleaned, removed] of cases) {
      const result = cleanHtml(given)
      assert.equal(result.html.replace('\ufffd\ufffd', '\ufffd'), cleaned)
      const named = result.removed.map(({ element, attribute, value }) =>
        [element, attribute, value].filter(Boolean).join(' '),
      )
      assert.deepEqual(named, removed, given)
    }
    const many = cleanHtml(`<p ${Array.from({ length: 80 }, (_, index) => `a${index}`).join(' ')}>b</p>`)
    assert.deepEqual([many.html, many.removed.length], ['<p>b</p>', 50])
  })

  it('keeps the pictures of this installation, by whose addresses their ids are found', () => {
    const src = '/media/019a9f3e6f5c7c3e9c592f6a3a1f0b11-640-5f1d7c2a90b3e4d8.webp'
    const { html } = cleanHtml(`<figure><img width=640 src="${src}" alt="A &quot;mug&quot;"></figure>`)
    assert.equal(html, `<figure><img src="${src}" width="640" alt="A &quot;mug&quot;" /></figure>`)
    assert.deepEqual(picturesInHtml(html + html), ['019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11'])
    for (const other of [`https://a.example${src}`, `${src}?a`, '/media/a.webp', `//a.example${src}`])
      assert.equal(cleanHtml(`<img src="${other}">`).html, '', other)
  })

  it('keeps frames of videos at hosts that are known, with nothing in them, and no others', () => {
    const youtube = '<iframe src="https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ"'
    const cases: [given: string, cleaned: string][] = [
      ['<iframe src="https://youtu.be/dQw4w9WgXcQ" title=" A film "></iframe>', `${youtube} title="A film"></iframe>`],
      ['<iframe width="560" src="//www.youtube.com/embed/dQw4w9WgXcQ?rel=0">x', `${youtube} width="560"></iframe>`],
      ['<iframe src="https://youtu.be/dQw4w9WgXcQ" srcdoc="&lt;b>"><p>x</p></iframe>y', `${youtube}></iframe>y`],
      [
        '<iframe src="https://player.vimeo.com/video/12?h=ab&autoplay=1" onload=x></iframe>',
        '<iframe src="https://player.vimeo.com/video/12?h=ab&amp;dnt=1"></iframe>',
      ],
      ['<iframe><img src=x onerror=x></iframe>y', 'y'],
    ]
    for (const [given, cleaned] of cases) {
      assert.equal(cleanHtml(given).html, cleaned)
      assert.equal(cleanHtml(`${cleaned} `).html, cleaned)
    }
    const foreign = ['javascript:alert(1)', 'https://youtube.com.example/embed/dQw4w9WgXcQ', '', 'data:text/html,x']
    for (const src of foreign) {
      const given = `<p>a</p><iframe src="${src}">b</iframe>`
      assert.equal(cleanHtml(given).html, '<p>a</p>')
      assert.match(htmlFault(given) ?? '', /element iframe: allowed are .*and iframe for a video at YouTube or Vimeo$/)
      assert.deepEqual(readHtml(given).notKept, [
        '<iframe> is not kept: its address is of no video host that is allowed here',
      ])
    }
  })

  it('has no frames where the setting names no host', (t) => {
    useVideoHosts({ VIDEO_HOSTS: [] })
    t.after(() => useVideoHosts({ VIDEO_HOSTS: knownVideoHosts }))
    const given = '<p>a</p><iframe src="https://youtu.be/dQw4w9WgXc0"></iframe>'
    assert.equal(cleanHtml(given).html, '<p>a</p>')
    assert.match(htmlFault(given) ?? '', /element iframe: allowed are .*figcaption$/)
  })

  it('stays as it is when it is cleaned again, and when its text is made of HTML', () => {
    const piece = fc.constantFrom(
      ...[
        '<p>',
        '</p>',
        '<ul>',
        '<li>',
        '</ul>',
        '<br>',
        '<a href="/a">',
        '</a>',
        '<strong>',
        '<td colspan=2>',
        '<table>',
      ],
      ...[
        'a',
        ' ',
        '\n',
        '&amp;',
        '&lt;',
        '<',
        '>',
        '"',
        "'",
        '<img src=x>',
        '<!--',
        '-->',
        '</',
        '&nbsp;',
        'é',
        '\r\n',
      ],
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const { html, text } = cleanHtml(pieces.join(''))
        // Cleaned HTML is known: a blank at its end is taken away, so that it is cleaned again.
        assert.deepEqual(cleanHtml(`${html} `), { html, text, removed: [] })
        assert.equal(inspectHtml(html).others.length, 0)
        const made = textToHtml(pieces.join('') + textOfHtml(html))
        assert.deepEqual([cleanHtml(made).html, htmlFault(made)], [made, undefined])
      }),
      { seed: 20_261_130, numRuns: 500 },
    )
  })

  it('is refused by its size, depth and steps, which are counted before it is cleaned', () => {
    assert.equal(htmlFault(`<p>${'a'.repeat(99_000)}</p>`), undefined)
    assert.match(htmlFault('a'.repeat(100_001)) ?? '', /at most 100,000 bytes$/)
    assert.equal(htmlFault('<ul><li>'.repeat(25)), undefined)
    assert.deepEqual(inspectHtml('<ul><li>'.repeat(26)), { limit: 'depth', others: [] })
    const cells = (count: number) => `<table><tr>${'<td>a'.repeat(count)}`
    assert.equal(htmlFault(cells(3_900)), undefined)
    assert.deepEqual(inspectHtml(cells(4_100)), { limit: 'steps', others: [] })
    assert.deepEqual(inspectHtml(`<p ${'a=1 '.repeat(10)}>`.repeat(3_000)), { limit: 'steps', others: [] })
    assert.match(htmlFault('<p><script></script><b>') ?? '', /^must not have the elements script, b: allowed are p, br/)
  })
})
