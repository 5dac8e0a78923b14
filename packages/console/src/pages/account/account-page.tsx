import { useQuery } from '@tanstack/react-query'
import { profileOptions } from '#console/data/queries.ts'
import { t } from '#console/lib/text.ts'
import { Page } from '#console/ui/page.tsx'
import { PendingPage } from '#console/ui/pending-page.tsx'
import { Skeleton } from '#console/ui/states.tsx'
import { EmailAddress } from './email-address.tsx'
import { LanguageChoice } from './language-choice.tsx'
import { NameForm } from './name-form.tsx'
import { Part } from './part.tsx'
import { PasswordForm } from './password-form.tsx'
import { Sessions } from './sessions.tsx'
import { TwoFactors } from './two-factors.tsx'

/** The signed-in person's own account, whatever their role. */
export function AccountPage() {
  const { data: profile, error, refetch } = useQuery(profileOptions)
  if (profile === undefined) {
    return (
      <PendingPage
        title={t('Your account')}
        error={error}
        retry={refetch}
        placeholder={<Skeleton className="m-8 h-96" />}
      />
    )
  }
  return (
    <Page title={t('Your account')}>
      <Part title={t('Name')} text={t('Your team sees it in the list of staff and in the audit log.')}>
        <NameForm key={profile.name} name={profile.name} />
      </Part>
      <Part title={t('E-mail address')} text={t('You sign in with it, and it gets the mails about your account.')}>
        <EmailAddress profile={profile} />
      </Part>
      <Part title={t('Password')} text={t('A new one ends all your other sessions.')}>
        <PasswordForm email={profile.email ?? ''} />
      </Part>
      <Part
        title={t('Language')}
        text={t('Of the console, in this browser. Mails to you have the language of the shop.')}
      >
        <LanguageChoice />
      </Part>
      <Part title={t('Two factors')} text={t('A password alone is not enough: signing in needs your phone, too.')}>
        <TwoFactors isOn={profile.has_two_factor} />
      </Part>
      <Part
        title={t('Sessions')}
        text={t('Where you are signed in. End what you do not know, and change your password.')}
      >
        <Sessions />
      </Part>
    </Page>
  )
}
