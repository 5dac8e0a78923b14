import { read, type Schemas } from '@commerce-platform/client'
import { queryOptions } from '@tanstack/react-query'
import { api } from '#console/data/session.ts'
import { t } from '#console/lib/text.ts'

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
  orderMail: t('Mails about orders'),
  sums: t('Sums of an order'),
  howToPay: t('How to pay by transfer'),
  returnMail: t('Mails about returns'),
  paperMail: t('Mails with invoices'),
  giftCardMail: t('Mails with gift cards'),
  cartMail: t('Mails about abandoned carts'),
  mail: t('Parts of all mails'),
  invoice: t('Invoices'),
  paper: t('Remarks on invoices'),
  paymentMethods: t('Ways to pay on invoices'),
  slips: t('Packing slips and pick lists'),
  payPage: t('Payment page'),
  orderPage: t('Order page'),
  orderTable: t('Lines of an order page'),
  returnStates: t('States of a return'),
  quotePage: t('Quote page'),
  unsubscribePage: t('Unsubscribe page'),
  page: t('Parts of all pages'),
  accountMail: t('Mails about accounts'),
  accountPage: t('Account pages'),
  verifyPage: t('Page that confirms an address'),
  resetPage: t('Page for a new password'),
  undoPage: t('Page that undoes a change of address'),
}

export const placeOf = ({ key }: ShopText): string => key.split('.')[0] ?? key
