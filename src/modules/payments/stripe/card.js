// Takes a card with Stripe's elements: the service begins the payment, Stripe takes the card and confirms.
const form = document.getElementById('card')
const fault = form.querySelector('[role=alert]')
const button = form.querySelector('button')
const { method, key, account, pay } = form.dataset
const address = location.pathname
let stripe
let elements

form.addEventListener('submit', async (event) => {
  event.preventDefault()
  if (button.ariaDisabled) return
  button.ariaDisabled = 'true'
  fault.textContent = ''
  await (elements === undefined ? begin() : confirm()).catch((error) => {
    fault.textContent = error.message
  })
  button.ariaDisabled = null
})

/** Begins a payment, and shows the fields for a card. */
async function begin() {
  const answer = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ method }),
  })
  const { data, error } = await answer.json()
  if (!answer.ok) throw new Error(error.message)
  if (data.client_secret === null) return location.replace(address)
  stripe = window.Stripe(key, { locale: form.lang, ...(account && { stripeAccount: account }) })
  const theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'night' : 'stripe'
  elements = stripe.elements({ clientSecret: data.client_secret, appearance: { theme } })
  elements.create('payment').mount('#element')
  button.textContent = pay
}

/** Stripe confirms, with 3-D Secure where the bank asks for it. The service then asks Stripe. */
async function confirm() {
  const return_url = `${location.origin}${address}?sent=1`
  const { error } = await stripe.confirmPayment({ elements, confirmParams: { return_url }, redirect: 'if_required' })
  if (error) throw new Error(error.message)
  location.replace(`${address}?sent=1`)
}
