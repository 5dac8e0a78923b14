import type { ReactNode } from 'react'
import { t } from '#console/lib/text.ts'
import { Page } from '#console/ui/page.tsx'
import { PageTabs } from '#console/ui/page-tabs.tsx'

const tabs = [
  { label: t('Shop'), to: '/settings/shop' },
  { label: t('Look'), to: '/settings/look' },
  { label: t('Shipping'), to: '/settings/shipping' },
  { label: t('Payments'), to: '/settings/payments' },
  { label: t('Taxes'), to: '/settings/taxes' },
  { label: t('Markets'), to: '/settings/markets' },
  { label: t('Price lists'), to: '/settings/price-lists' },
  { label: t('Invoices'), to: '/settings/invoices' },
  { label: t('Roles'), to: '/settings/roles' },
  { label: t('API keys'), to: '/settings/api-keys' },
  { label: t('Mails'), to: '/settings/mails' },
  { label: t('Texts'), to: '/settings/texts' },
  { label: t('Pages'), to: '/settings/pages' },
  { label: t('Menus'), to: '/settings/menus' },
  { label: t('Home page'), to: '/settings/home' },
  { label: t('Translations'), to: '/settings/translations' },
  { label: t('Redirects'), to: '/settings/redirects' },
  { label: t('Notifications'), to: '/settings/notifications' },
  { label: t('Audit log'), to: '/settings/audit-log' },
] as const

interface SettingsPageProps {
  tab: (typeof tabs)[number]['label']
  aside?: ReactNode
  actions?: ReactNode
  children: ReactNode
}

/** What stands around every page of the settings. */
export function SettingsPage({ tab, aside, actions, children }: SettingsPageProps) {
  return (
    <Page title={t('Settings')} part={tab} aside={aside} actions={actions}>
      <PageTabs label={t('Settings')} tabs={tabs} />
      {children}
    </Page>
  )
}
