/** The address of a frame, as the service keeps it, of a video at YouTube or Vimeo in any form of its address. */
export function embedAddress(typed: string): string | undefined {
  const text = typed.trim()
  const url = URL.parse(/^https?:\/\//i.test(text) ? text : `https://${text}`)
  if (url === null) return undefined
  const host = url.hostname.replace(/^(?:www|m)\./, '')
  const parts = url.pathname.split('/').filter(Boolean)
  if (['youtube.com', 'youtube-nocookie.com', 'youtu.be'].includes(host)) {
    const id = url.searchParams.get('v') ?? parts.at(-1) ?? ''
    return /^[\w-]{11}$/.test(id) ? `https://www.youtube-nocookie.com/embed/${id}` : undefined
  }
  if (host !== 'vimeo.com' && host !== 'player.vimeo.com') return undefined
  const at = parts.findIndex((part) => /^\d+$/.test(part))
  const hash = url.searchParams.get('h') ?? parts[at + 1]
  return at < 0 ? undefined : `https://player.vimeo.com/video/${parts[at]}?${hash ? `h=${hash}&` : ''}dnt=1`
}
