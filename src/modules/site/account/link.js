// Takes the secret of a mailed link out of the address (`#token=`) and puts it into the form, so that nobody has to
// type it. Without this script the form asks for the link.
const form = document.querySelector('form')
const field = form.elements.token
const token = new URLSearchParams(location.hash.slice(1)).get('token')
// The secret has no business in the history or in what the address bar shows.
if (location.hash !== '') history.replaceState(null, '', location.pathname + location.search)
form.elements.device.value = deviceId()
if (token) {
  field.value = token
  if (form.dataset.sends !== undefined) form.submit()
} else if (field.type !== 'hidden') {
  field.closest('.by-hand').classList.add('needed')
}

/** The browser stays one device, that of the console if it is used here, so that a sign-in from here is known later. */
function deviceId() {
  const known = localStorage.getItem('console-device') ?? localStorage.getItem('device-id') ?? crypto.randomUUID()
  localStorage.setItem('device-id', known)
  return known
}
