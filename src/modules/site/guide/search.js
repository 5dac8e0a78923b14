// The search of the guide. Its index and its library are loaded when somebody first uses it.
const form = document.querySelector('form[role=search]')
const field = form.elements.q
const found = form.querySelector('.found')
/** Results that are shown. */
const most = 12
let library

form.hidden = false

/** The index, with the address of the folder that its addresses are relative to. */
function load() {
  library ??= Promise.all([
    import(new URL(field.dataset.library, location.href).href),
    fetch(field.dataset.index).then((answer) => answer.text()),
  ]).then(([{ default: MiniSearch }, json]) =>
    MiniSearch.loadJSON(json, { fields: ['heading', 'page', 'text'], storeFields: ['heading', 'page', 'start'] }),
  )
  // The next key tries again.
  library.catch(() => {
    library = undefined
  })
  return library
}

async function find() {
  const text = field.value.trim()
  if (text === '') return show([], '')
  const index = await load()
  if (text !== field.value.trim()) return
  const results = index.search(text, {
    prefix: true,
    fuzzy: (word) => (word.length > 4 ? 0.2 : false),
    combineWith: 'AND',
    boost: { heading: 4, page: 2 },
    boostDocument: (id) => (id.startsWith('/guide/decisions') || id.startsWith('/guide/changelog') ? 0.4 : 1),
  })
  show(results, text)
}

function show(results, text) {
  found.hidden = text === ''
  const status = document.createElement('p')
  status.role = 'status'
  status.textContent =
    results.length === 0
      ? `Nothing with “${text}”`
      : results.length > most
        ? `${most} of ${results.length} found`
        : `${results.length} found`
  const list = document.createElement('ul')
  list.append(...results.slice(0, most).map(rowOf))
  found.replaceChildren(status, ...(results.length === 0 ? [] : [list]))
}

function rowOf({ id, heading, page, start }) {
  const link = document.createElement('a')
  link.href = field.dataset.suffix === undefined ? id : staticAddress(id)
  for (const [tag, text] of [
    ['small', page],
    ['b', heading],
    ['span', start],
  ]) {
    const part = document.createElement(tag)
    part.textContent = text
    link.append(part)
  }
  const row = document.createElement('li')
  row.append(link)
  return row
}

/** In a folder of files, pages end in `.html`, and all are relative to the root. */
function staticAddress(id) {
  const [path, anchor] = id.split('#')
  const name = path === '/guide' ? 'index' : path.replace(/^\/(guide\/)?/, '')
  return `${field.dataset.root}${name}${field.dataset.suffix}${anchor ? `#${anchor}` : ''}`
}

function move(step) {
  const links = [...found.querySelectorAll('a')]
  const at = links.indexOf(document.activeElement) + step
  if (at < 0) field.focus()
  else links[Math.min(at, links.length - 1)]?.focus()
}

field.addEventListener('input', find)
field.addEventListener('focus', () => {
  if (field.value.trim() !== '') find()
})
form.addEventListener('submit', (event) => {
  event.preventDefault()
  found.querySelector('a')?.click()
})
form.addEventListener('keydown', (event) => {
  if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
    event.preventDefault()
    move(event.key === 'ArrowDown' ? 1 : -1)
  }
  if (event.key === 'Escape') {
    found.hidden = true
    field.focus()
  }
})
addEventListener('click', (event) => {
  if (!form.contains(event.target) || event.target.closest('.found a')) found.hidden = true
})
addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.target.closest('input') || event.ctrlKey || event.metaKey) return
  event.preventDefault()
  field.focus()
})
