import assert from 'node:assert/strict'
import { it } from 'node:test'
import { startConsole, visit } from '#test/support/console.ts'
import { faultAt, onlyStatuses } from '#test/support/console-page.ts'
import { describeShop } from '#test/support/describe-shop.ts'
import { placeOrder } from '#test/support/orders.ts'
import { until } from '#test/support/until.ts'

describeShop('mails to customers in the console', startConsole, ({ service, shop }) => {
  const read = async (path: string) => (await service.request('GET', path, { headers: shop.owner.headers })).body.data

  it('sets after how many hours an abandoned cart is mailed, and shows what such mails brought', async (t) => {
    const { page, faults } = await visit(t, service, '/console/settings/mails', { as: shop.owner })
    await page.getByLabel('Mail to customers', { exact: true }).selectOption('abandoned_cart')
    await page.getByText('0 e-mails sent, 0 orders placed, worth £0.00', { exact: true }).waitFor()
    await page.goto(`${new URL(page.url()).origin}/console/settings/shop`)
    const form = page.getByRole('form', { name: 'Shop', exact: true })
    const save = form.getByRole('button', { name: 'Save', exact: true })
    const hours = form.getByLabel('Remind customers of an abandoned cart after (hours)', { exact: true })
    const of = async () => (await read('/admin/merchant')).mail.abandoned_cart
    await hours.fill('721')
    await save.click()
    await faultAt(hours, 'Must be at most 720.')
    await hours.fill('24')
    await save.click()
    await page.getByText('The settings are saved').first().waitFor()
    assert.deepEqual(await of(), { hours: 24 })
    await hours.fill('')
    await save.click()
    await until(async () => (await of()) === null, 'the mails to be off')
    onlyStatuses(faults, 400)
  })

  it('sets how many days after it was due a payment is reminded of', async (t) => {
    const { page, faults } = await visit(t, service, '/console/settings/shop', { as: shop.owner })
    const form = page.getByRole('form', { name: 'Shop', exact: true })
    const save = form.getByRole('button', { name: 'Save', exact: true })
    const days = form.getByLabel('Remind customers of a payment after (days)', { exact: true })
    const of = async () => (await read('/admin/merchant')).mail.payment_reminders
    await days.fill('10, 3')
    await save.click()
    await faultAt(days, 'Must be in ascending order, each day once.')
    await days.fill('3, 10')
    await save.click()
    await page.getByText('The settings are saved').first().waitFor()
    assert.deepEqual(await of(), { days: [3, 10] })
    await days.fill('')
    await save.click()
    await until(async () => (await of()) === null, 'the reminders to be off')
    onlyStatuses(faults, 400)
  })

  it('puts a mail into own words, says what is wrong with them, shows it, and goes back to ours', async (t) => {
    const { order } = await placeOrder(service, shop)
    const { page, faults } = await visit(t, service, '/console/settings/mails', { as: shop.owner })
    await page.getByLabel('Mail to customers', { exact: true }).selectOption('shipment')
    const form = page.getByRole('form', { name: 'Shipment', exact: true })
    const subject = form.getByLabel('Subject', { exact: true })
    await subject.fill('Off it goes, {{order.nummer}}')
    await form.getByRole('button', { name: 'Save', exact: true }).click()
    await form.getByText(/^Has \{\{order\.nummer\}\}, which this mail does not know/).waitFor()
    await subject.fill('Off it goes, {{order.number}}')
    await form.getByLabel('First words', { exact: true }).fill('Your number: ')
    await form.getByRole('button', { name: '{{tracking.number}}', exact: true }).click()
    await form.getByRole('button', { name: 'Preview', exact: true }).click()
    await form.getByText('Off it goes, 000000-SAMPLE', { exact: true }).waitFor()
    await form.getByLabel('Order in the preview', { exact: true }).selectOption(order.id)
    await form.getByRole('button', { name: 'Preview', exact: true }).click()
    await form.getByText(`Off it goes, ${order.order_number}`, { exact: true }).waitFor()
    await form.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('The mail is saved', { exact: true }).waitFor()
    assert.deepEqual((await read('/admin/mails/shipment')).texts, {
      en: { subject: 'Off it goes, {{order.number}}', text: 'Your number: {{tracking.number}}' },
    })
    await form.getByRole('button', { name: 'Back to our words', exact: true }).click()
    await page.getByText('The mail has our words again', { exact: true }).waitFor()
    assert.deepEqual((await read('/admin/mails/shipment')).texts, {})
    assert.equal(await subject.inputValue(), '')
    onlyStatuses(faults, 400)
  })

  it('gives all mails a colour and a footer, and shows a mail as customers see it', async (t) => {
    const { page, faults } = await visit(t, service, '/console/settings/mails', { as: shop.owner })
    const look = page.getByRole('form', { name: 'Look', exact: true })
    const color = look.getByLabel('Colour of buttons', { exact: true })
    const save = look.getByRole('button', { name: 'Save the look', exact: true })
    await color.fill('yellow')
    await save.click()
    await color.and(page.locator('[aria-invalid="true"]')).waitFor()
    await color.fill('#FFEE00')
    await look.getByLabel('Footer', { exact: true }).fill('Lantern & Loom Ltd')
    await save.click()
    await page.getByText('The look of the mails is saved', { exact: true }).waitFor()
    const { color: saved, footer } = (await read('/admin/merchant')).mail
    assert.deepEqual([saved, footer], ['#ffee00', 'Lantern & Loom Ltd'])
    await page.getByLabel('Mail to customers', { exact: true }).selectOption('order_confirmation')
    const form = page.getByRole('form', { name: 'Order confirmation', exact: true })
    await form.getByRole('button', { name: 'Preview', exact: true }).click()
    const mail = page.frameLocator('iframe[title="The mail as customers see it"]')
    await mail.getByText('Lantern & Loom Ltd', { exact: true }).waitFor()
    const button = mail.locator('a.on-own-button')
    const styles = await button.evaluate((link) => {
      const view = link.ownerDocument.defaultView
      const { color } = view.getComputedStyle(link)
      return [color, view.getComputedStyle(link.parentElement).backgroundColor]
    })
    assert.deepEqual(styles, ['rgb(0, 0, 0)', 'rgb(255, 238, 0)'])
    onlyStatuses(faults, 400)
  })
})
