import type { ReactNode } from 'react'
import { Page } from '#console/ui/page.tsx'
import { PageTabs } from '#console/ui/page-tabs.tsx'

const tabs = [
  { label: 'Shop', to: '/settings/shop' },
  { label: 'Look', to: '/settings/look' },
  { label: 'Shipping', to: '/settings/shipping' },
  { label: 'Payments', to: '/settings/payments' },
  { label: 'Taxes', to: '/settings/taxes' },
  { label: 'Markets', to: '/settings/markets' },
  { label: 'Price lists', to: '/settings/price-lists' },
  { label: 'Invoices', to: '/settings/invoices' },
  { label: 'Roles', to: '/settings/roles' },
  { label: 'API keys', to: '/settings/api-keys' },
  { label: 'Mails', to: '/settings/mails' },
  { label: 'Texts', to: '/settings/texts' },
  { label: 'Pages', to: '/settings/pages' },
  { label: 'Menus', to: '/settings/menus' },
  { label: 'Home page', to: '/settings/home' },
  { label: 'Translations', to: '/settings/translations' },
  { label: 'Redirects', to: '/settings/redirects' },
  { label: 'Notifications', to: '/settings/notifications' },
  { label: 'Audit log', to: '/settings/audit-log' },
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
    <Page title="Settings" part={tab} aside={aside} actions={actions}>
      <PageTabs label="Settings" tabs={tabs} />
      {children}
    </Page>
  )
}
