// Sends the token of the address, and what is typed in, to the endpoint that the form names. The form also has the
// texts: `done` (with values of the answer in braces), `expired`, and `more`, said when the service asks for a field
// that is disabled at first.
const form = document.querySelector('form')
const status = document.querySelector('[role=status]')
const { endpoint, done, expired = 'This link was used before, or has expired. Ask for another.', more } = form.dataset
const token = new URLSearchParams(location.hash.slice(1)).get('token') ?? ''
// The secret has no business in the history or in what the address bar shows.
history.replaceState(null, '', location.pathname)
if (!token) end('This link is not complete. Open it from the mail again.')

function end(message) {
  form.hidden = true
  status.textContent = message
}

form.addEventListener('submit', async (event) => {
  event.preventDefault()
  const button = form.querySelector('button')
  button.disabled = true
  try {
    const answer = await fetch(endpoint, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'device-id': deviceId() },
      body: JSON.stringify({ token, ...Object.fromEntries(new FormData(form)) }),
    })
    const { data, error } = await answer.json()
    if (answer.ok) end(fill(done, data))
    else explain(error)
  } catch {
    status.textContent = 'The service cannot be reached. Try again.'
  }
  button.disabled = false
})

function explain({ message, details }) {
  const fields = Array.isArray(details) ? details.map(({ field }) => field) : []
  const asked = fields.map((field) => form.elements[field]).find((element) => element?.disabled)
  if (fields.includes('token')) end(expired)
  else if (asked !== undefined) {
    asked.disabled = false
    asked.parentElement.hidden = false
    asked.focus()
    status.textContent = more
  } else status.textContent = message
}

/** Replaces `{a.b}` by that value. */
function fill(text, data) {
  return text.replace(/\{([\w.]+)\}/g, (_, path) => path.split('.').reduce((value, name) => value[name], data))
}

/** The browser stays one device, so that a sign-in from here is known later. */
function deviceId() {
  const known = localStorage.getItem('device-id') ?? crypto.randomUUID()
  localStorage.setItem('device-id', known)
  return known
}
