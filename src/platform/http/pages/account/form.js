// Sends the token of the address, and what is typed in, to the endpoint that the form names. The form also has the
// texts: `done` and `then` (with values of the answer in braces), and `expired`. With `read`, an endpoint that tells
// beforehand what the token is for, `lead` is said of that.
const form = document.querySelector('form')
const title = document.querySelector('h1')
const lead = document.querySelector('h1 + p')
const status = document.querySelector('[role=status]')
const alert = document.querySelector('[role=alert]')
const onward = document.querySelector('a.button')
const button = form.querySelector('button')
const { endpoint, read, done, then, expired = 'It was used before, or has expired. Ask for another.' } = form.dataset
const token = new URLSearchParams(location.hash.slice(1)).get('token') ?? ''
// The secret has no business in the history or in what the address bar shows.
history.replaceState(null, '', location.pathname)
if (!token) end('This link is not complete', 'Open it from the mail again.')
else if (read) void tell()

/** Instead of the form: what has happened, and how it goes on. */
function end(heading, text) {
  form.hidden = true
  lead.hidden = true
  title.textContent = heading
  document.title = heading
  status.textContent = text
}

form.addEventListener('submit', async (event) => {
  event.preventDefault()
  if (button.ariaDisabled) return
  button.ariaDisabled = 'true'
  forgive()
  const data = await send(endpoint, Object.fromEntries(new FormData(form)))
  if (data) succeed(data)
  button.ariaDisabled = null
})

/** The data of the answer; undefined after a failure, which is said. */
async function send(address, fields) {
  try {
    const answer = await fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'device-id': deviceId() },
      body: JSON.stringify({ token, ...fields }),
    })
    const { data, error } = await answer.json()
    if (answer.ok) return data
    explain(error, answer.headers.get('retry-after'))
  } catch {
    alert.textContent = 'The service cannot be reached. Check your connection.'
  }
}

/** Who invites, and to what. */
async function tell() {
  const data = await send(read)
  if (data === undefined) return
  lead.textContent = fill(form.dataset.lead, data)
  showShop(data.merchant.name)
  if (data.needs_password) ask(form.elements.password)
}

/** Staff go on to the console, under the name of their shop; customers came from a shop and go back to it. */
function succeed(data) {
  const shops = data.merchants ?? [data.merchant]
  const goOn = shops.length > 0 ? '' : ' You can close this page and go back to the shop.'
  end(fill(done, data), fill(then, data) + goOn)
  onward.hidden = shops.length === 0
  if (shops.length === 1) showShop(shops[0].name)
}

function showShop(name) {
  const [mark, text] = document.querySelector('.shop').children
  mark.textContent = name.charAt(0).toUpperCase()
  text.textContent = name
}

function explain({ code, message, details }, retryAfter) {
  const faults = Array.isArray(details) ? details : []
  if (faults.some(({ field }) => field === 'token')) end('This link no longer works', expired)
  else if (faults.length > 0) for (const { field, message: fault } of faults) blame(form.elements[field], fault)
  else if (code === 'RATE_LIMITED') {
    alert.textContent = `Too many requests. Wait ${retryAfter ?? 60} seconds and try again.`
  } else if (code === 'SERVICE_UNAVAILABLE') alert.textContent = 'The service is busy. Try again in a moment.'
  else if (code === 'INTERNAL_ERROR') alert.textContent = 'The service failed. Nothing was changed. Try again.'
  else alert.textContent = sentence(message)
}

/** Says what is wrong with a field below it. */
function blame(field, fault) {
  const place = document.getElementById(`${field.name}-error`)
  place.textContent = sentence(fault)
  ask(field)
  field.ariaInvalid = 'true'
  field.focus()
}

/** Shows a field that not everybody needs. */
function ask(field) {
  field.disabled = false
  field.parentElement.hidden = false
}

function forgive() {
  alert.textContent = ''
  for (const place of form.querySelectorAll('.error')) place.textContent = ''
  for (const field of form.elements) field.ariaInvalid = null
}

function sentence(text) {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}

/** Replaces `{a.b}` by that value. */
function fill(text, data) {
  return text.replace(/\{([\w.]+)\}/g, (_, path) => path.split('.').reduce((value, name) => value[name], data))
}

/** The browser stays one device, that of the console if it is used here, so that a sign-in from here is known later. */
function deviceId() {
  const known = localStorage.getItem('console-device') ?? localStorage.getItem('device-id') ?? crypto.randomUUID()
  localStorage.setItem('device-id', known)
  return known
}
