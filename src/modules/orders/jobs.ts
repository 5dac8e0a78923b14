import type { Background } from '#src/platform/jobs/runner.ts'
import type { Dependencies } from './dependencies.ts'
import { mailOrderLinks } from './look-up/mail-order-links.ts'
import { sendOrderMail } from './mails/send-order-mail.ts'
import { findLateOrders, remind } from './reminders/remind.ts'

export const ordersBackground: Background<Dependencies> = {
  jobs: [sendOrderMail, mailOrderLinks, remind],
  sweeps: [findLateOrders],
}
