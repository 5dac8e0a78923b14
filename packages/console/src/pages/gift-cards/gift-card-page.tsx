import { read } from '@commerce-platform/client'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useRefusal } from '#console/data/permissions.ts'
import { api } from '#console/data/session.ts'
import { useChange } from '#console/data/use-change.ts'
import { money } from '#console/lib/format.ts'
import { t } from '#console/lib/text.ts'
import { Button } from '#console/ui/button.tsx'
import { Confirm } from '#console/ui/confirm.tsx'
import { linkClass } from '#console/ui/link.ts'
import { Fact, Facts, Page, Section, Sections, TwoColumns } from '#console/ui/page.tsx'
import { PendingPage } from '#console/ui/pending-page.tsx'
import { Status } from '#console/ui/status.tsx'
import { Time } from '#console/ui/time.tsx'
import { toast } from '#console/ui/toasts.tsx'
import { cardName, type GiftCard, giftCardOptions, giftCardTones } from './gift-card-data.ts'
import { Ledger } from './ledger.tsx'

const AdjustValue = lazy(() => import('./adjust-value.tsx').then((module) => ({ default: module.AdjustValue })))

export function GiftCardPage() {
  const { giftCardId } = useParams({ from: '/shell/gift-cards/$giftCardId' })
  const { data: card, error, refetch } = useQuery(giftCardOptions(giftCardId))
  const back = { label: t('Back to the gift cards'), to: '/gift-cards' } as const
  if (card === undefined) return <PendingPage title={t('Gift card')} back={back} error={error} retry={refetch} />
  return (
    <Page
      title={t('Gift card {cardName}', { cardName: cardName(card) })}
      back={back}
      aside={<Status tone={giftCardTones[card.status]}>{card.status}</Status>}
      actions={<CardActions card={card} />}
    >
      <TwoColumns aside={<About card={card} />}>
        <Sections>
          <Section title={t('Ledger')}>
            <Ledger entries={card.ledger} currency={card.currency} />
          </Section>
        </Sections>
      </TwoColumns>
    </Page>
  )
}

function About({ card }: { card: GiftCard }) {
  const { balance, initial_balance, currency, email, note, expires_at, disabled_at, order_id, created_at, origin } =
    card
  return (
    <Section title={t('Card')}>
      <p className="mb-4 text-lg font-semibold tracking-[-0.01em] tabular-nums">
        {money(balance, currency)} <span className="text-sm font-normal tracking-normal text-ink-3">{t('left')}</span>
      </p>
      <Facts>
        <Fact name={t('At first')}>
          {origin === 'granted'
            ? t('{amount}, given', { amount: money(initial_balance, currency) })
            : t('{amount}, sold', { amount: money(initial_balance, currency) })}
        </Fact>
        {email && (
          <Fact name={t('Mailed to')}>
            <a href={`mailto:${email}`} className={linkClass}>
              {email}
            </a>
          </Fact>
        )}
        {order_id && (
          <Fact name={t('Bought with')}>
            <Link to="/orders/$orderId" params={{ orderId: order_id }} className={linkClass}>
              {t('Its order')}
            </Link>
          </Fact>
        )}
        <Fact name={t('Expires')}>{expires_at === null ? t('Never') : <Time at={expires_at} />}</Fact>
        {disabled_at && (
          <Fact name={t('Disabled')}>
            <Time at={disabled_at} />
          </Fact>
        )}
        <Fact name={t('Made')}>
          <Time at={created_at} />
        </Fact>
        {note && <Fact name={t('Note')}>{note}</Fact>}
      </Facts>
    </Section>
  )
}

function CardActions({ card }: { card: GiftCard }) {
  const [dialog, setDialog] = useState<'adjust' | 'disable'>()
  const role = useRefusal('gift_cards.write')
  const refusal = role ?? (card.status === 'disabled' ? t('It is disabled for good.') : undefined)
  const { id, balance, currency } = card
  const path = { id }
  const shownBy = [['gift-card', id], ['gift-cards']]
  const close = () => setDialog(undefined)
  const disable = useChange(
    shownBy,
    () => read(api.POST('/admin/gift-cards/{id}/disable', { params: { path } })),
    () => {
      toast(t('The gift card is disabled'))
      close()
    },
  )
  return (
    <>
      <Button look="danger" refusal={refusal} onClick={() => setDialog('disable')}>
        {t('Disable')}
      </Button>
      <Button look="primary" refusal={refusal} onClick={() => setDialog('adjust')}>
        {t('Adjust')}
      </Button>
      <Suspense>
        {dialog === 'adjust' && (
          <AdjustValue
            title={t('Adjust the balance')}
            balance={balance}
            currency={currency}
            shownBy={shownBy}
            adjust={(body) => read(api.POST('/admin/gift-cards/{id}/adjust', { params: { path }, body }))}
            onClose={close}
          />
        )}
      </Suspense>
      <Confirm
        open={dialog === 'disable'}
        onClose={close}
        title={t('Disable this gift card?')}
        description={t('Ends it with the {balance} that are left on it. It cannot be undone.', {
          balance: money(balance, currency),
        })}
        action={t('Disable')}
        danger
        busy={disable.isPending}
        error={disable.error}
        onConfirm={() => disable.mutate(undefined)}
      />
    </>
  )
}
