import type { Picture } from './api.ts'
import { type Html, html, type Part, richText } from './html.ts'
import { icon } from './icons.ts'
import type { View } from './view.ts'

/** Hosts whose frames a page may have, once a visitor asks for one. */
export const videoHosts = ['https://www.youtube-nocookie.com', 'https://player.vimeo.com']

type Video = NonNullable<Picture['video']>

/** A link to the video; the script plays it in its place. Nothing of its host is loaded before. */
export function videoLink(view: View, { host, url, embed_url }: Video, { name, poster }: VideoLook): Html {
  const text = host ? view.t.playFrom(hostNames[host] ?? host) : view.t.playVideo
  return html`<a class="frame video" href="${url}" data-title="${name}"
${embed_url ? html` data-embed="${embed_url}" target="_blank" rel="noopener"` : html` data-file`}>${poster}<span
class="play">${icon('play')}<span>${text}</span></span></a>`
}

interface VideoLook {
  name: Part
  poster?: Part
}

const hostNames: Record<string, string> = { youtube: 'YouTube', vimeo: 'Vimeo' }

/** A text of the shop; its videos are links, as in galleries. */
export function proseOf(view: View, cleaned: string): Html {
  const frames = /<iframe src="([^"]*)"([^>]*)><\/iframe>/g
  const parts: Part[] = []
  let at = 0
  for (const { 0: frame, 1: source = '', 2: rest = '', index } of cleaned.matchAll(frames)) {
    const video = videoOf(source.replaceAll('&amp;', '&'))
    const [, title] = / title="([^"]*)"/.exec(rest) ?? []
    const name = richText(title ?? view.t.playVideo)
    parts.push(richText(cleaned.slice(at, index)), video && videoLink(view, video, { name }))
    at = index + frame.length
  }
  return html`${parts}${richText(cleaned.slice(at))}`
}

function videoOf(embed: string): Video | undefined {
  const url = new URL(embed)
  const id = url.pathname.split('/').at(-1) ?? ''
  const ofFile = { width: null, height: null, seconds: null }
  if (url.origin === videoHosts[0])
    return { host: 'youtube', url: `https://www.youtube.com/watch?v=${id}`, embed_url: embed, ...ofFile }
  const hash = url.searchParams.get('h')
  const page = `https://vimeo.com/${id}${hash ? `/${hash}` : ''}`
  return url.origin === videoHosts[1] ? { host: 'vimeo', url: page, embed_url: embed, ...ofFile } : undefined
}
