import { createRoute, redirect } from '@tanstack/react-router'
import { lazyPage } from '#console/lib/lazy-page.ts'
import { oneOf, readOpenSearch, textOf } from '#console/lib/search.ts'
import { shell } from '#console/shell/routes.tsx'
import { readAuditSearch } from './audit-search.ts'

const settings = createRoute({
  getParentRoute: () => shell,
  path: '/settings',
  beforeLoad: () => {
    throw redirect({ to: '/settings/shop', replace: true })
  },
})

const shop = createRoute({
  getParentRoute: () => shell,
  path: '/settings/shop',
  component: lazyPage(() => import('./shop-page.tsx'), 'ShopPage'),
})

const look = createRoute({
  getParentRoute: () => shell,
  path: '/settings/look',
  component: lazyPage(() => import('./look-page.tsx'), 'LookPage'),
})

const shipping = createRoute({
  getParentRoute: () => shell,
  path: '/settings/shipping',
  validateSearch: readOpenSearch,
  component: lazyPage(() => import('./shipping-page.tsx'), 'ShippingPage'),
})

const payments = createRoute({
  getParentRoute: () => shell,
  path: '/settings/payments',
  validateSearch: readOpenSearch,
  component: lazyPage(() => import('./payments-page.tsx'), 'PaymentsPage'),
})

const markets = createRoute({
  getParentRoute: () => shell,
  path: '/settings/markets',
  validateSearch: readOpenSearch,
  component: lazyPage(() => import('./markets-page.tsx'), 'MarketsPage'),
})

const priceLists = createRoute({
  getParentRoute: () => shell,
  path: '/settings/price-lists',
  validateSearch: readOpenSearch,
  component: lazyPage(() => import('./price-lists-page.tsx'), 'PriceListsPage'),
})

const taxes = createRoute({
  getParentRoute: () => shell,
  path: '/settings/taxes',
  component: lazyPage(() => import('./taxes-page.tsx'), 'TaxesPage'),
})

const invoices = createRoute({
  getParentRoute: () => shell,
  path: '/settings/invoices',
  component: lazyPage(() => import('./invoices-page.tsx'), 'InvoicesPage'),
})

const roles = createRoute({
  getParentRoute: () => shell,
  path: '/settings/roles',
  validateSearch: readOpenSearch,
  component: lazyPage(() => import('./roles-page.tsx'), 'RolesPage'),
})

const apiKeys = createRoute({
  getParentRoute: () => shell,
  path: '/settings/api-keys',
  validateSearch: readOpenSearch,
  component: lazyPage(() => import('./api-keys-page.tsx'), 'ApiKeysPage'),
})

const auditLog = createRoute({
  getParentRoute: () => shell,
  path: '/settings/audit-log',
  validateSearch: readAuditSearch,
  component: lazyPage(() => import('./audit-log-page.tsx'), 'AuditLogPage'),
})

const notifications = createRoute({
  getParentRoute: () => shell,
  path: '/settings/notifications',
  component: lazyPage(() => import('./notifications-page.tsx'), 'NotificationsPage'),
})

const mails = createRoute({
  getParentRoute: () => shell,
  path: '/settings/mails',
  component: lazyPage(() => import('./mails-page.tsx'), 'MailsPage'),
})

const texts = createRoute({
  getParentRoute: () => shell,
  path: '/settings/texts',
  validateSearch: (search): { locale?: string; place?: string; q?: string; show?: 'changed' } => ({
    locale: textOf(search['locale']),
    place: textOf(search['place']),
    q: textOf(search['q']),
    show: oneOf(search['show'], ['changed']),
  }),
  component: lazyPage(() => import('./texts/texts-page.tsx'), 'TextsPage'),
})

const redirects = createRoute({
  getParentRoute: () => shell,
  path: '/settings/redirects',
  validateSearch: (search) => ({ ...readOpenSearch(search), from: textOf(search['from']) }),
  component: lazyPage(() => import('./redirects/redirects-page.tsx'), 'RedirectsPage'),
})

const content = () => import('./content/content-pages.ts')

const translations = createRoute({
  getParentRoute: () => shell,
  path: '/settings/translations',
  validateSearch: (search): { locale?: string; show?: 'missing' } => ({
    locale: textOf(search['locale']),
    show: oneOf(search['show'], ['missing']),
  }),
  component: lazyPage(() => import('./translations/translations-page.tsx'), 'TranslationsPage'),
})

const translation = createRoute({
  getParentRoute: () => shell,
  path: '/settings/translations/$type/$id/$locale',
  component: lazyPage(() => import('./translations/translation-page.tsx'), 'TranslationPage'),
})

const pages = createRoute({
  getParentRoute: () => shell,
  path: '/settings/pages',
  component: lazyPage(content, 'PagesPage'),
})

const page = createRoute({
  getParentRoute: () => shell,
  path: '/settings/pages/$pageId',
  component: lazyPage(content, 'PagePage'),
})

const menus = createRoute({
  getParentRoute: () => shell,
  path: '/settings/menus',
  component: lazyPage(content, 'MenusPage'),
})

const home = createRoute({
  getParentRoute: () => shell,
  path: '/settings/home',
  component: lazyPage(content, 'HomePage'),
})

export const settingsRoutes = [
  settings,
  shop,
  look,
  shipping,
  payments,
  taxes,
  invoices,
  roles,
  apiKeys,
  mails,
  texts,
  translations,
  translation,
  pages,
  page,
  menus,
  home,
  redirects,
  markets,
  priceLists,
  notifications,
  auditLog,
] as const
