/** Hosts of videos that are known here; a shop’s texts and galleries may show those of the setting VIDEO_HOSTS. */
export const knownVideoHosts = ['youtube', 'vimeo'] as const
export type VideoHost = (typeof knownVideoHosts)[number]

/** A video that a host keeps. */
export interface HostedVideo {
  host: VideoHost
  /** Where people see it at the host. */
  url: string
  /** What a frame loads: without cookies where the host offers that. */
  embedUrl: string
}

let allowed: ReadonlySet<string> = new Set(knownVideoHosts)

/** Sets the hosts, for all of this process. Called once, at its start. */
export function useVideoHosts({ VIDEO_HOSTS }: { VIDEO_HOSTS: readonly VideoHost[] }): void {
  allowed = new Set(VIDEO_HOSTS)
}

const names: Readonly<Record<VideoHost, string>> = { youtube: 'YouTube', vimeo: 'Vimeo' }

/** As people call them. */
export function allowedHosts(): string[] {
  return knownVideoHosts.filter((host) => allowed.has(host)).map((host) => names[host])
}

/** The names of hosts whose frames a text may have. */
export const frameHosts = ['www.youtube-nocookie.com', 'player.vimeo.com'] as const

/** By the whole name: `youtube.com.example` and `notyoutube.com` are others. */
const hostsByName: Readonly<Record<string, (url: URL) => HostedVideo | undefined>> = {
  ...onNames(['youtube.com', 'www.youtube.com', 'm.youtube.com', 'music.youtube.com'], (url) =>
    youtube(
      url.pathname === '/watch'
        ? url.searchParams.get('v')
        : /^\/(?:embed|shorts|live|v)\/([^/]+)\/?$/.exec(url.pathname)?.[1],
    ),
  ),
  ...onNames(['youtube-nocookie.com', 'www.youtube-nocookie.com'], (url) =>
    youtube(/^\/embed\/([^/]+)\/?$/.exec(url.pathname)?.[1]),
  ),
  'youtu.be': (url) => youtube(/^\/([^/]+)\/?$/.exec(url.pathname)?.[1]),
  ...onNames(['vimeo.com', 'www.vimeo.com'], (url) => {
    const [, id, hash] =
      /^\/(?:channels\/[\w-]+\/|groups\/[\w-]+\/videos\/)?(\d+)(?:\/(\w+))?\/?$/.exec(url.pathname) ?? []
    return vimeo(id, hash)
  }),
  'player.vimeo.com': (url) =>
    vimeo(/^\/video\/(\d+)\/?$/.exec(url.pathname)?.[1], url.searchParams.get('h') ?? undefined),
}

function onNames<T>(names: readonly string[], value: T): Record<string, T> {
  return Object.fromEntries(names.map((name) => [name, value]))
}

function youtube(id: string | null | undefined): HostedVideo | undefined {
  // Both are eleven letters, as an id is: lists and channels are no video.
  if (!id || !/^[\w-]{11}$/.test(id) || id === 'videoseries' || id === 'live_stream') return undefined
  return {
    host: 'youtube',
    url: `https://www.youtube.com/watch?v=${id}`,
    embedUrl: `https://www.youtube-nocookie.com/embed/${id}`,
  }
}

/** `hash`: of a video that is not listed. */
function vimeo(id: string | undefined, hash: string | undefined): HostedVideo | undefined {
  if (id === undefined || id.length > 20 || (hash !== undefined && !/^\w{1,40}$/.test(hash))) return undefined
  return {
    host: 'vimeo',
    url: `https://vimeo.com/${id}${hash === undefined ? '' : `/${hash}`}`,
    embedUrl: `https://player.vimeo.com/video/${id}?${hash === undefined ? '' : `h=${hash}&`}dnt=1`,
  }
}

/** The video at an address of a host that is allowed; whatever form the address has, the answer has one. */
export function videoAt(address: string): HostedVideo | undefined {
  const given = address.trim()
  const url = /^(?:https?:)?\/\//i.test(given) ? URL.parse(given, 'https://x') : null
  if (url === null || url.username !== '' || url.password !== '' || url.port !== '') return undefined
  const found = Object.hasOwn(hostsByName, url.hostname) ? hostsByName[url.hostname]?.(url) : undefined
  return found !== undefined && allowed.has(found.host) ? found : undefined
}
