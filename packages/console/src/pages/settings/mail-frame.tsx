import { useEffect, useRef } from 'react'
import { t } from '#console/lib/text.ts'

/**
 * A mail as customers see it. The console’s policy allows no inline styles, so they are set by script, in a frame in
 * which nothing of the mail can run, open or be sent.
 */
export function MailFrame({ html }: { html: string }) {
  const ref = useRef<HTMLIFrameElement>(null)
  function fill(): void {
    const page = ref.current?.contentDocument
    if (page) show(page, html)
  }
  useEffect(fill)
  return (
    <iframe
      ref={ref}
      title={t('The mail as customers see it')}
      // Some browsers load the empty page later, and what was in it is gone.
      onLoad={fill}
      sandbox="allow-same-origin"
      className="h-[640px] w-full rounded ring-1 ring-line-3"
    />
  )
}

const styleSheet = /<style>([^<]*)<\/style>/

function show(page: Document, html: string): void {
  const [, rules = ''] = styleSheet.exec(html) ?? []
  // The parser would report each style that the policy forbids. Quotes in texts are encoded, so this is no text.
  const inert = html.replace(styleSheet, '').replaceAll(' style="', ' data-style="')
  const { documentElement } = new DOMParser().parseFromString(inert, 'text/html')
  for (const element of documentElement.querySelectorAll<HTMLElement>('[data-style]'))
    element.style.cssText = element.dataset['style'] ?? ''
  page.replaceChild(page.adoptNode(documentElement), page.documentElement)
  const sheet = page.defaultView && new page.defaultView.CSSStyleSheet()
  if (!sheet) return
  sheet.replaceSync(rules)
  page.adoptedStyleSheets = [sheet]
}
