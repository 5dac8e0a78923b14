// Takes a card with Stripe's elements: the service begins the payment, Stripe takes the card and confirms.
const form = document.getElementById('card')
const status = form.querySelector('[role=status]')
const button = form.querySelector('button')
const { method, key, account } = form.dataset
const address = location.pathname
let stripe
let elements

form.addEventListener('submit', async (event) => {
  event.preventDefault()
  if (button.ariaDisabled) return
  button.ariaDisabled = 'true'
  status.textContent = ''
  await (elements === undefined ? begin() : confirm()).catch((error) => {
    status.textContent = error.message
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
  stripe = window.Stripe(key, account ? { stripeAccount: account } : {})
  elements = stripe.elements({ clientSecret: data.client_secret })
  elements.create('payment').mount('#element')
  button.textContent = 'Pay now'
}

/** Stripe confirms, with 3-D Secure where the bank asks for it. The service then asks Stripe. */
async function confirm() {
  const return_url = `${location.origin}${address}?sent=1`
  const { error } = await stripe.confirmPayment({ elements, confirmParams: { return_url }, redirect: 'if_required' })
  if (error) throw new Error(error.message)
  location.replace(`${address}?sent=1`)
}
