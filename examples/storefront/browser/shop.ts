/** What makes the shop quicker to use. Everything works without it. */

/** A choice is taken at once: sorting, quantities, the way of delivery. */
document.addEventListener('change', ({ target }) => {
  const control = target as HTMLInputElement
  const form = control.form
  const auto = form?.dataset['auto']
  if (form && (auto === '' || auto?.split(' ').includes(control.name))) form.requestSubmit()
})

/** One press is one order. */
document.addEventListener('submit', (event) => {
  const form = event.target as HTMLFormElement
  if (form.method !== 'post' || form.id === 'card') return
  if (form.dataset['sent']) event.preventDefault()
  form.dataset['sent'] = 'yes'
})
addEventListener('pageshow', () => {
  for (const form of document.forms) delete form.dataset['sent']
})

/** A variant is shown in place, so that the page stays where it was scrolled to. */
document.addEventListener('click', (event) => {
  const link = (event.target as Element).closest<HTMLAnchorElement>('a.choice')
  if (!link || event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
  event.preventDefault()
  void swap(link.href, link.textContent)
})

async function swap(address: string, chosen: string): Promise<void> {
  try {
    const answer = await fetch(address)
    const next = new DOMParser().parseFromString(await answer.text(), 'text/html').querySelector('[data-swap]')
    const old = document.querySelector('[data-swap]')
    if (!answer.ok || !next || !old) throw new Error('no such variant')
    old.replaceWith(next)
    history.replaceState(null, '', address)
    for (const link of document.querySelectorAll<HTMLAnchorElement>('a.choice')) {
      if (link.textContent === chosen) link.focus({ preventScroll: true })
    }
  } catch {
    location.href = address
  }
}

/** A video takes the place of its picture. Its host is asked for nothing before. */
document.addEventListener('click', (event) => {
  const link = (event.target as Element).closest<HTMLAnchorElement>('a.video')
  if (!link || event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
  event.preventDefault()
  const { embed, title = '' } = link.dataset
  const player = document.createElement(embed ? 'iframe' : 'video')
  if (player instanceof HTMLIFrameElement) {
    const address = new URL(embed ?? '')
    address.searchParams.set('autoplay', '1')
    Object.assign(player, { src: address.href, allow: 'autoplay; fullscreen; picture-in-picture', title })
  } else {
    Object.assign(player, { src: link.href, controls: true, autoplay: true, playsInline: true })
    player.setAttribute('aria-label', title)
  }
  player.className = link.className
  link.replaceWith(player)
  player.focus()
})

/** A large view of the pictures, beside each other: by a click or Enter, arrow keys, swiping and pinching. */
document.addEventListener('click', (event) => {
  const { target } = event
  const link = (target as Element).closest<HTMLAnchorElement>('a[data-large]')
  const dialog = (target as Element).closest('.gallery')?.querySelector('dialog')
  if (dialog?.open) {
    const picture = (target as Element).closest('img')
    // A press on the picture shows it in its own size, another one whole.
    if (picture) picture.closest('li')?.classList.toggle('own')
    else dialog.close()
  } else if (link && dialog && !event.metaKey && !event.ctrlKey && !event.shiftKey) {
    event.preventDefault()
    const at = [...document.querySelectorAll('a[data-large]')].indexOf(link)
    dialog.showModal()
    dialog.querySelectorAll('li')[at]?.scrollIntoView({ behavior: 'instant', block: 'nearest', inline: 'start' })
    dialog.querySelector('ul')?.focus()
  }
})
document.addEventListener('keydown', ({ key }) => {
  const list = document.querySelector<HTMLElement>('dialog.large[open] ul')
  if (!list) return
  if (key === '+' || key === '-') {
    const shown = list.children[Math.round(list.scrollLeft / list.clientWidth)]
    shown?.classList.toggle('own', key === '+')
  }
})

/** The search box shows what it finds while somebody types. */
const form = document.querySelector<HTMLFormElement>('form.search')
const input = form?.querySelector('input')
const list = form?.querySelector<HTMLElement>('.suggestions')
if (form && input && list) {
  let requests = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const close = () => {
    list.hidden = true
  }
  input.addEventListener('input', () => {
    clearTimeout(timer)
    requests.abort()
    const text = input.value.trim()
    if (text.length < 2) return close()
    timer = setTimeout(async () => {
      requests = new AbortController()
      try {
        const address = `${form.dataset['suggest']}?q=${encodeURIComponent(text)}`
        const answer = await fetch(address, { signal: requests.signal })
        if (!answer.ok) return close()
        list.innerHTML = await answer.text()
        list.hidden = false
      } catch {
        // The next letter asks again.
      }
    }, 120)
  })
  form.addEventListener('keydown', (event) => {
    const links = [...list.querySelectorAll('a')]
    const at = links.indexOf(document.activeElement as HTMLAnchorElement)
    if (event.key === 'Escape') {
      close()
      input.focus()
    } else if (!list.hidden && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
      event.preventDefault()
      const next = event.key === 'ArrowDown' ? at + 1 : at - 1
      const to = links[next] ?? input
      to.focus()
    }
  })
  form.addEventListener('focusout', ({ relatedTarget }) => {
    if (!form.contains(relatedTarget as Node | null)) close()
  })
}

/**
 * How far the visit of this tab has come is told to the shop's own server: each step once. The tab remembers the source
 * and the steps, until it is closed; nothing says who it is.
 */
function countSteps(): void {
  const isFromHere = document.referrer.startsWith(`${location.origin}/`)
  const stored = sessionStorage.getItem('visit')
  const [source = '', ...counted] = stored?.split(' ') ?? [isFromHere ? '' : encodeURIComponent(sourceOfVisit())]
  const steps = [stored === null && !isFromHere ? 'visit' : '', document.body.dataset['step'] ?? '']
  const fresh = steps.filter((step) => step !== '' && !counted.includes(step))
  sessionStorage.setItem('visit', [source, ...counted, ...fresh].join(' '))
  for (const kind of fresh) {
    navigator.sendBeacon('/visits', new URLSearchParams({ kind, source: decodeURIComponent(source) }))
  }
}

function sourceOfVisit(): string {
  const named = new URLSearchParams(location.search).get('utm_source')
  return (named ?? (document.referrer && new URL(document.referrer).hostname)).slice(0, 100)
}

try {
  countSteps()
} catch {
  // A browser that keeps nothing for the tab is not counted.
}
