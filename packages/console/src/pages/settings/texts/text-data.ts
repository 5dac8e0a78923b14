import { read, type Schemas } from '@commerce-platform/client'
import { queryOptions } from '@tanstack/react-query'
import { api } from '#console/data/session.ts'

export type ShopText = Schemas['ShopText']
export type TextLanguage = Schemas['ShopTexts']['locale']

/** Those in which the service writes to people. */
export const textLanguages = ['en', 'de', 'fr', 'es', 'pl', 'ja'] as const satisfies readonly TextLanguage[]

export const textsOptions = (locale: TextLanguage) =>
  queryOptions({
    queryKey: ['texts', locale],
    queryFn: ({ signal }) => read(api.GET('/admin/texts/{locale}', { params: { path: { locale } }, signal })),
  })

/** Where texts are shown, by the first part of their keys. */
export const places: Readonly<Record<string, string>> = {
  orderMail: 'Mails about orders',
  sums: 'Sums of an order',
  howToPay: 'How to pay by transfer',
  returnMail: 'Mails about returns',
  paperMail: 'Mails with invoices',
  giftCardMail: 'Mails with gift cards',
  cartMail: 'Mails about abandoned carts',
  mail: 'Parts of all mails',
  invoice: 'Invoices',
  paper: 'Remarks on invoices',
  paymentMethods: 'Ways to pay on invoices',
  slips: 'Packing slips and pick lists',
  payPage: 'Payment page',
  orderPage: 'Order page',
  orderTable: 'Lines of an order page',
  returnStates: 'States of a return',
  quotePage: 'Quote page',
  unsubscribePage: 'Unsubscribe page',
  page: 'Parts of all pages',
  accountMail: 'Mails about accounts',
  accountPage: 'Account pages',
  verifyPage: 'Page that confirms an address',
  resetPage: 'Page for a new password',
  undoPage: 'Page that undoes a change of address',
}

export const placeOf = ({ key }: ShopText): string => key.split('.')[0] ?? key
