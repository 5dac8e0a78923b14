import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { t } from '#console/lib/text.ts'
import { buttonClass } from '#console/ui/button.tsx'

export function NotFound() {
  useEffect(() => {
    document.title = t('No such page · Console')
  }, [])
  return (
    <div className="px-4 py-24 text-center">
      <h1 className="text-lg font-semibold">{t('There is no such page')}</h1>
      <p className="mt-1 text-ink-2">{t('The address is wrong, or what it named is gone.')}</p>
      <Link to="/" className={`${buttonClass()} mt-4`}>
        {t('To the dashboard')}
      </Link>
    </div>
  )
}
