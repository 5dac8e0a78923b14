/** Such as `picture https://example.com/a.jpg: the server answered 404`. */
export function pictureFault(url: string, reason: string): string {
  return `picture ${url.length > 300 ? `${url.slice(0, 300)}…` : url}: ${reason}`
}
