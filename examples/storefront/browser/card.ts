/** Takes a card by the elements of Stripe: the number goes from the browser to Stripe alone. */

interface Elements {
  create(kind: 'payment'): { mount(place: HTMLElement): void }
}

interface Stripe {
  elements(options: { clientSecret: string; locale?: string | undefined }): Elements
  confirmPayment(options: {
    elements: Elements
    redirect: 'if_required'
    confirmParams: { return_url: string }
  }): Promise<{ error?: { message?: string } }>
}

declare const Stripe: undefined | ((key: string, options: { stripeAccount?: string }) => Stripe)

const form = document.querySelector<HTMLFormElement>('#card')
const place = form?.querySelector<HTMLElement>('#element')
const message = form?.querySelector<HTMLElement>('[role=status]')
const button = form?.querySelector('button')
if (form && place && message && button) {
  const { key = '', account = '', secret = '', done = '/', failed = '', locale } = form.dataset
  const stripe = typeof Stripe === 'undefined' ? undefined : Stripe(key, account ? { stripeAccount: account } : {})
  const elements = stripe?.elements({ clientSecret: secret, locale })
  const to = new URL(done, location.href).href
  place.textContent = ''
  if (elements) elements.create('payment').mount(place)
  else message.textContent = failed
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    if (!stripe || !elements) return
    button.disabled = true
    message.textContent = ''
    const { error } = await stripe.confirmPayment({
      elements,
      redirect: 'if_required',
      confirmParams: { return_url: to },
    })
    if (!error) location.href = to
    message.textContent = error ? (error.message ?? failed) : ''
    button.disabled = false
  })
}
