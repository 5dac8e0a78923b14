import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { ChevronsUpDown, CircleHelp, CircleUser, LogOut, Monitor, Moon, Sun } from 'lucide-react'
import { profileOptions } from '#console/data/queries.ts'
import { roleName } from '#console/data/role-names.ts'
import { signOut, useSession } from '#console/data/session.ts'
import { t } from '#console/lib/text.ts'
import { Menu } from '#console/ui/menu.tsx'
import { toastError } from '#console/ui/toasts.tsx'
import { account } from './places.ts'
import { setTheme, type Theme, useTheme } from './theme.ts'

const themes: { value: Theme; label: string; icon: typeof Sun }[] = [
  { value: 'light', label: t('Light'), icon: Sun },
  { value: 'dark', label: t('Dark'), icon: Moon },
  { value: 'system', label: t('As the system'), icon: Monitor },
]

/** Who is signed in, the theme, and the way out. */
export function AccountMenu({ onHelp }: { onHelp: () => void }) {
  const { data: profile } = useQuery(profileOptions)
  const role = useSession()?.role
  const theme = useTheme()
  const navigate = useNavigate()
  async function leave(): Promise<void> {
    // The shell leads to the sign-in.
    await signOut().catch(toastError)
  }
  return (
    <Menu
      trigger={
        <button type="button" className="flex items-center gap-2 rounded px-2 py-1.5 text-left hover:bg-paper-3">
          <span className="sr-only">{t('Account and theme:')}</span>
          <span className="min-w-0 flex-1">
            <span className="block truncate text-sm leading-4 font-medium">{profile?.name ?? profile?.email}</span>
            <span className="block truncate text-xs text-ink-3">{role && roleName(role)}</span>
          </span>
          <ChevronsUpDown aria-hidden className="size-4 shrink-0 text-ink-3" />
        </button>
      }
      items={[
        ...themes.map(({ value, label, icon }) => ({
          label,
          icon,
          onSelect: () => setTheme(value),
          ...(theme === value && { aside: t('Now') }),
        })),
        'line',
        {
          label: account.label,
          icon: CircleUser,
          aside: `g ${account.key}`,
          onSelect: () => navigate({ to: account.to }),
        },
        { label: t('Keys'), icon: CircleHelp, onSelect: onHelp },
        { label: t('Sign out'), icon: LogOut, onSelect: leave },
      ]}
    />
  )
}
