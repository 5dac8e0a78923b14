import assert from 'node:assert/strict'
import { it } from 'node:test'
import { contrast } from '#contrast'
import { sampleMails } from '#test/support/sample-mails.ts'
import type { MailDocument } from './document.ts'
import { type MailLook, textOn } from './look.ts'
import { renderMail } from './render.ts'

const cart = sampleMails.find(({ name }) => name === 'abandoned-cart')?.document as MailDocument
const render = (look: MailLook, sender = 'Lantern & Loom') => renderMail({ ...cart, look }, sender)

it('the text of a button can be read on every colour: its contrast is more than 4.5 to 1', () => {
  assert.deepEqual([contrast('#000000', '#ffffff'), contrast('#777777', '#777777')], [21, 1])
  assert.deepEqual(['#ffee00', '#1f6f5c', '#ffffff', '#000000'].map(textOn), [
    '#000000',
    '#ffffff',
    '#000000',
    '#ffffff',
  ])
  const steps = Array.from({ length: 18 }, (_, step) => (step * 15).toString(16).padStart(2, '0'))
  for (const red of steps)
    for (const green of steps)
      for (const blue of steps) {
        const color = `#${red}${green}${blue}`
        assert.ok(contrast(color, textOn(color)) > 4.5, color)
      }
})

it('a look has its colour on buttons, its logo for the name, and its footer in both forms', () => {
  const logo = { url: 'https://shop.example/media/a.jpg?x="><b>', width: 1200, height: 300 }
  const { html, text } = render({ color: '#ffee00', logo, footer: 'Lantern & Loom Ltd\n<b>London</b>' }, 'A "B" <C>')
  assert.match(html, /<td class="own-button" style="background-color: #ffee00; border-radius: 6px;">/)
  assert.match(html, /class="on-own-button"[^>]* style="[^"]*color: #000000;/)
  assert.match(html, /<img src="[^"<>]*" width="224" height="56" alt="A &#34;B&#34; &#60;C&#62;"/)
  assert.match(html, /Lantern &#38; Loom Ltd<br>&#60;b&#62;London/)
  assert.match(text, /\nLantern & Loom Ltd\n<b>London<\/b>\n\nUnsubscribe:/)
  assert.ok(text.startsWith('A "B" <C>\n'))
})

it('without a look, and with one that has nothing, a mail is ours', () => {
  assert.deepEqual(render({ color: null, logo: null, footer: null }), renderMail(cart, 'Lantern & Loom'))
})
