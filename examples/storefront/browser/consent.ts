/** Scripts of others load once the visitor agrees, which this browser remembers. Loaded by pages of shops with tags. */
const banner = document.querySelector<HTMLElement>('.consent')
const choices = document.querySelector<HTMLElement>('footer [data-consent]')

function loadTags(): void {
  for (const src of banner?.dataset['tags']?.split(' ') ?? []) {
    const script = document.createElement('script')
    script.src = src
    document.head.append(script)
  }
}

function decide(answer: string | undefined): void {
  const before = localStorage.getItem('consent')
  if (!banner) return
  if (answer === undefined || answer === '') {
    banner.hidden = false
    banner.querySelector('button')?.focus()
    return
  }
  localStorage.setItem('consent', answer)
  banner.hidden = true
  if (answer === 'yes' && before !== 'yes') loadTags()
  // What has run cannot be taken back: the next page is without it.
  if (answer === 'no' && before === 'yes') location.reload()
}

document.addEventListener('click', ({ target }) => {
  const button = (target as Element).closest<HTMLElement>('[data-consent]')
  if (button) decide(button.dataset['consent'])
})

if (banner && choices) {
  // Without storage this throws: nobody is asked, and nothing loads.
  const answer = localStorage.getItem('consent')
  choices.hidden = false
  if (answer === 'yes') loadTags()
  else banner.hidden = answer === 'no'
}
