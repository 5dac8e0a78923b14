import type { Block, LinesBlock, MailDocument } from './document.ts'
import { type MailLook, textOn } from './look.ts'
import { count, moreProducts } from './values.ts'

/**
 * The mail as HTML for mail clients: tables, inline styles, no external resources. `<style>` only adds dark colours and
 * narrow screens, for clients that support them.
 */
export function renderHtml(document: MailDocument, sender: string | undefined): string {
  const { locale, subject, title, blocks, footer = [], look } = document
  const heading = sender === undefined ? '' : `<p class="text" style="${styles.sender}">${nameOf(sender, look)}</p>`
  const last = look?.footer == null ? footer : [...footer, look.footer]
  const small = last.map((text) => `<p class="quiet" style="${styles.small}">${withBreaks(text)}</p>`).join('\n')
  return `<!doctype html>
<html lang="${escapeHtml(locale)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no">
<title>${escapeHtml(subject)}</title>
<style>${stylesheet}</style>
</head>
<body class="page" style="${styles.body}">
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" border="0" style="${styles.page}">
<tr><td align="center" class="outer" style="padding: 24px 12px;">
<!--[if mso]><table role="presentation" width="600" cellpadding="0" cellspacing="0"><tr><td><![endif]-->
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="${styles.column}">
<tr><td class="inner" style="padding: 0 32px 16px;">${heading}</td></tr>
<tr><td class="card inner" style="${styles.card}">
<h1 class="text" style="${styles.title}">${escapeHtml(title)}</h1>
${blocks.map((block, index) => renderBlock(block, spaceAbove(block, blocks[index - 1]), document)).join('\n')}
</td></tr>
<tr><td class="inner" style="padding: 20px 32px 0;">
${small}${renderUnsubscribe(document)}
</td></tr>
</table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr>
</table>
</body>
</html>
`
}

/** Paragraphs stand close together, everything else apart. */
function spaceAbove(block: Block, previous: Block | undefined): string {
  const isClose = block.type === 'paragraph' && (previous === undefined || previous.type === 'paragraph')
  return `margin: ${isClose ? 12 : 26}px 0 0;`
}

function renderBlock(block: Block, space: string, { locale, look }: MailDocument): string {
  switch (block.type) {
    case 'paragraph':
      return `<p class="text" style="${styles.paragraph} ${space}">${withBreaks(block.text)}</p>`
    case 'link':
      return renderLink(block, space, look?.color ?? null)
    case 'facts':
      return table(
        block.facts.map(
          ({ label, value }) =>
            `<tr><td class="quiet" style="${styles.label}">${escapeHtml(label)}</td>` +
            `<td class="text" style="${styles.value}">${escapeHtml(value)}</td></tr>`,
        ),
        space,
      )
    case 'columns':
      return renderColumns(block, space)
    case 'lines':
      return renderLines(block, space, locale)
  }
}

/** The logo, which is read out as the name. */
function nameOf(sender: string, look: MailLook | undefined): string {
  const name = escapeHtml(sender)
  if (look?.logo == null) return name
  const { url, width, height } = look.logo
  const scale = Math.min(1, maxLogo.width / width, maxLogo.height / height)
  const size = `width="${Math.round(width * scale)}" height="${Math.round(height * scale)}"`
  return `<img src="${escapeHtml(url)}" ${size} alt="${name}" border="0" style="${styles.logo}">`
}

/** The same in light and in dark colours. */
function buttonOf(color: string): [button: string, link: string] {
  const text = textOn(color)
  return [
    `background-color: ${color}; border-radius: 6px;`,
    styles.buttonLink.replace('color: #ffffff;', `color: ${text};`),
  ]
}

/** A button whose address stands below it, for clients and readers that take no buttons. */
function renderLink({ label, url }: Extract<Block, { type: 'link' }>, space: string, color: string | null): string {
  const href = escapeHtml(url)
  const [button, text] = color === null ? [styles.button, styles.buttonLink] : buttonOf(color)
  const [outer, inner] = color === null ? ['button', 'on-button'] : ['own-button', 'on-own-button']
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="${space}">
<tr><td class="${outer}" style="${button}">
<a class="${inner}" href="${href}" target="_blank" style="${text}">${escapeHtml(label)}</a>
</td></tr></table>
<p class="quiet" style="${styles.address}"><a class="quiet" href="${href}" style="${styles.quietLink}">${href}</a></p>`
}

function renderUnsubscribe({ unsubscribe }: MailDocument): string {
  if (unsubscribe === undefined) return ''
  const link = `<a class="quiet" href="${escapeHtml(unsubscribe.url)}" style="${styles.quietLink}">`
  return `\n<p class="quiet" style="${styles.small}">${link}${escapeHtml(unsubscribe.label)}</a></p>`
}

function renderColumns({ columns }: Extract<Block, { type: 'columns' }>, space: string): string {
  const share = Math.floor(100 / Math.max(1, columns.length))
  const cells = columns.map(
    ({ title, lines }) =>
      `<td class="stack" width="${share}%" valign="top" style="padding: 0 12px 0 0; vertical-align: top;">
<p class="quiet" style="${styles.columnTitle}">${escapeHtml(title)}</p>
<p class="text" style="${styles.columnText}">${lines.map(escapeHtml).join('<br>')}</p></td>`,
  )
  return table([`<tr>${cells.join('\n')}</tr>`], space)
}

function renderLines({ title, lines, more, totals }: LinesBlock, space: string, locale: string): string {
  const rows = lines.map(({ quantity, name, note, amount = '' }) => {
    const small = note === undefined ? '' : `<br><span class="quiet" style="${styles.note}">${escapeHtml(note)}</span>`
    return `<tr><td class="text line" style="${styles.quantity}">${count(quantity, locale)}&nbsp;&times;</td>
<td class="text line" style="${styles.name}">${escapeHtml(name)}${small}</td>
<td class="text line" align="right" style="${styles.amount}">${escapeHtml(amount)}</td></tr>`
  })
  if (more > 0)
    rows.push(`<tr><td class="quiet line" colspan="3" style="${styles.more}">${moreProducts(more, locale)}</td></tr>`)
  const sums = totals.map(({ label, amount, strong = false }) => {
    const [kind, one, other] = strong
      ? ['text', styles.strong, styles.strongAmount]
      : ['quiet', styles.sum, styles.sumAmount]
    return `<tr><td class="${kind}" colspan="2" style="${one}">${escapeHtml(label)}</td>
<td class="${kind}" align="right" style="${other}">${escapeHtml(amount)}</td></tr>`
  })
  const head = `<tr><td class="quiet" colspan="3" style="${styles.linesTitle}">${escapeHtml(title)}</td></tr>`
  const gap = totals.length === 0 ? [] : [`<tr><td class="line" colspan="3" style="${styles.gap}"></td></tr>`]
  return table([head, ...rows, ...gap, ...sums], space)
}

function table(rows: readonly string[], style: string): string {
  const all = `border-collapse: collapse; ${style}`
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="${all}">
${rows.join('\n')}
</table>`
}

function withBreaks(text: string): string {
  return text.split('\n').map(escapeHtml).join('<br>')
}

/** For text and for values of attributes in quotes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"'`]/g, (character) => `&#${character.charCodeAt(0)};`)
}

const font = "font-family: 'Segoe UI', Roboto, Helvetica, Arial, sans-serif;"
const bold = 'font-weight: 600;'
const breaks = 'word-break: break-word; overflow-wrap: anywhere;'
const [dark, pale, lines] = ['#1f2328', '#59636e', '#dfe3e8']
const type = (size: number, color: string) => `${font} font-size: ${size}px; line-height: 1.45; color: ${color};`
const line = `border-top: 1px solid ${lines}; padding: 12px 0; vertical-align: top;`

const maxLogo = { width: 240, height: 56 }

const styles = {
  logo: 'display: block; border: 0;',
  body: 'margin: 0; padding: 0; background-color: #f3f4f6; -webkit-text-size-adjust: 100%;',
  page: 'background-color: #f3f4f6;',
  column: 'max-width: 600px; margin: 0 auto; text-align: left;',
  sender: `${type(18, dark)} ${breaks} margin: 0; font-weight: 600;`,
  card: `background-color: #ffffff; border: 1px solid ${lines}; border-radius: 10px; padding: 32px;`,
  title: `${type(24, dark)} ${breaks} margin: 0; line-height: 1.3; font-weight: 600;`,
  paragraph: `${type(15, dark)} ${breaks}`,
  label: `${type(14, pale)} padding: 3px 20px 3px 0; white-space: nowrap; vertical-align: top;`,
  value: `${type(14, dark)} ${breaks} padding: 3px 0; width: 100%; vertical-align: top;`,
  button: `background-color: ${dark}; border-radius: 6px;`,
  buttonLink: `${type(15, '#ffffff')} display: inline-block; padding: 11px 22px; text-decoration: none; ${bold}`,
  address: `${type(12, pale)} margin: 8px 0 0; word-break: break-all;`,
  quietLink: `color: ${pale}; text-decoration: underline;`,
  columnTitle: `${type(13, pale)} margin: 0 0 4px; font-weight: 600;`,
  columnText: `${type(14, dark)} ${breaks} margin: 0;`,
  linesTitle: `${type(13, pale)} padding: 0 0 8px; font-weight: 600;`,
  quantity: `${type(15, dark)} ${line} padding-right: 12px; white-space: nowrap; text-align: right;`,
  name: `${type(15, dark)} ${line} ${breaks} width: 100%;`,
  note: `font-size: 13px; color: ${pale};`,
  amount: `${type(15, dark)} ${line} padding-left: 16px; white-space: nowrap; text-align: right;`,
  more: `${type(14, pale)} ${line}`,
  gap: `border-top: 1px solid ${lines}; padding: 0; height: 8px; font-size: 0; line-height: 8px;`,
  sum: `${type(14, pale)} ${breaks} padding: 3px 0; vertical-align: top;`,
  sumAmount: `${type(14, pale)} padding: 3px 0 3px 16px; white-space: nowrap; vertical-align: top;`,
  strong: `${type(16, dark)} ${breaks} padding: 3px 0; vertical-align: top; ${bold}`,
  strongAmount: `${type(16, dark)} padding: 3px 0 3px 16px; white-space: nowrap; vertical-align: top; ${bold}`,
  small: `${type(12, pale)} ${breaks} margin: 0 0 8px;`,
}

const stylesheet = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .page { background-color: #111315 !important; }
  .card { background-color: #1c1f23 !important; border-color: #363c43 !important; }
  .line { border-color: #363c43 !important; }
  .text { color: #eceef0 !important; }
  .quiet { color: #a8b0b9 !important; }
  .button { background-color: #eceef0 !important; }
  .on-button { color: #1c1f23 !important; }
}
@media (max-width: 480px) {
  .outer { padding: 16px 8px !important; }
  .inner { padding-left: 20px !important; padding-right: 20px !important; }
  .card { padding-top: 24px !important; padding-bottom: 24px !important; }
  .stack { display: block !important; width: 100% !important; padding: 0 0 16px !important; }
  .stack:last-child { padding: 0 !important; }
}
`
