import { renderDocument, serviceMark } from '#src/platform/http/pages/frame.ts'
import { release } from '#src/platform/lib/release.ts'
import { escapeHtml } from '#src/platform/mail/templates/render-html.ts'
import type { Heading, Rendered } from './render-markdown.ts'

/** A page as the navigation names it. */
interface PageLink {
  address: string
  title: string
}

interface NavigationSection {
  title: string
  pages: readonly PageLink[]
}

export interface Framed {
  page: PageLink
  section: string
  content: Rendered
  navigation: readonly NavigationSection[]
  previous: PageLink | undefined
  next: PageLink | undefined
}

/** A whole page: header with search, navigation, text, contents of the page, the pages before and after. */
export function renderFrame({ page, section, content, navigation, previous, next }: Framed): string {
  const headings = content.headings.filter(({ depth }) => depth === 2 || depth === 3)
  return renderDocument({
    language: 'en',
    root: '',
    bodyClass: 'docs guide',
    title: `${page.title} · Commerce Platform API`,
    head: `<link rel="stylesheet" href="/docs/docs.css">
<link rel="stylesheet" href="/guide/guide.css">
<link rel="stylesheet" href="/guide/text.css">
<link rel="alternate" type="text/markdown" href="${page.address}.md">
<script src="/guide/search.js" type="module"></script>
`,
    body: `<header>
<a class="skip" href="#text">To the text</a>
<a class="shop" href="/guide">
${serviceMark}Commerce Platform API
</a>
<nav class="sites" aria-label="Documentation">
<a href="/guide" aria-current="true">Guide</a><a href="/docs">Contract</a>
</nav>
<form role="search" hidden>
<input type="search" name="q" maxlength="100" autocomplete="off" placeholder="Search" aria-label="Search"
 aria-keyshortcuts="/" data-index="/guide/search.json" data-library="/guide/minisearch.js" data-root="/guide">
<div class="found" hidden></div>
</form>
<a class="to-chapters" href="#chapters">Pages</a>
</header>
<main id="text">
<p class="section">${escapeHtml(section)}</p>
${renderContents(headings)}
<article>
${content.html}</article>
<nav class="around" aria-label="Previous and next page">${around(previous, 'prev')}${around(next, 'next')}</nav>
</main>
<nav id="chapters" class="pages" aria-label="Pages">
${navigation.map((one) => renderSection(one, page, one.title === section)).join('\n')}
<p>Release ${escapeHtml(release)} · <a href="${page.address}.md">This page as Markdown</a> ·
<a href="/guide/llms.txt">llms.txt</a></p>
</nav>`,
  })
}

function renderSection({ title, pages }: NavigationSection, { address }: PageLink, isOpen: boolean): string {
  const links = pages.map((page) => {
    const current = page.address === address ? ' aria-current="page"' : ''
    return `<li><a href="${page.address}"${current}>${escapeHtml(page.title)}</a></li>`
  })
  return `<details${isOpen ? ' open' : ''}><summary>${escapeHtml(title)}</summary><ul>${links.join('')}</ul></details>`
}

/** Fewer than two headings need no list. */
function renderContents(headings: readonly Heading[]): string {
  if (headings.length < 2) return ''
  const links = headings.map(
    ({ depth, html, anchor }) =>
      `<li class="level-${depth}"><a href="#${anchor}">${html.replaceAll(/<\/?a\b[^>]*>/g, '')}</a></li>`,
  )
  const list = `<ul>${links.join('')}</ul>`
  return `<nav class="contents" aria-label="On this page">
<details><summary>On this page</summary>${list}</details>
</nav>`
}

function around(page: PageLink | undefined, relation: 'prev' | 'next'): string {
  if (page === undefined) return '<span></span>'
  const word = relation === 'prev' ? 'Previous' : 'Next'
  const title = `<small>${word}</small>${escapeHtml(page.title)}`
  return `<a class="${relation}" rel="${relation}" href="${page.address}">${title}</a>`
}
