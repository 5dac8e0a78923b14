// Shows what is found while somebody types. Without it, the form asks for the same page.
const form = document.querySelector('form[role=search]')
const field = form.elements.q
const main = document.querySelector('main')
const before = main.innerHTML
let last = field.value
let waiting

field.addEventListener('input', () => {
  clearTimeout(waiting)
  waiting = setTimeout(find, 150)
})

async function find() {
  const text = field.value.trim()
  if (text === last) return
  last = text
  if (text === '') {
    main.innerHTML = before
    return
  }
  const answer = await fetch(`/docs?${new URLSearchParams({ q: text })}`)
  if (!answer.ok || text !== last) return
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
  main.replaceChildren(...page.querySelector('main').childNodes)
}

addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.target.closest('input')) return
  event.preventDefault()
  field.focus()
})
