import type { Mutation } from './mutation.ts'

const numbering = 'src/modules/papers/numbering.test.ts'
const invoices = 'src/modules/papers/invoices.test.ts'
const sending = 'src/modules/papers/sending/sending.test.ts'

export const papers: readonly Mutation[] = [
  {
    name: 'papers-open-transactions',
    because: 'a payment that commits late gets a number after later ones',
    file: 'src/modules/papers/queries.ts',
    within: 'ripe',
    replace: 'min(xact_start)',
    by: 'min(null::timestamptz)',
    caughtBy: numbering,
    test: 'wait for a payment whose transaction began earlier',
  },
  {
    name: 'papers-test-payments',
    because: 'payments of no money use up numbers',
    file: 'src/modules/papers/plan-papers.ts',
    within: 'isTest',
    replace: `paid.length > 0 &&`,
    by: `paid.length > 9 &&`,
    caughtBy: invoices,
    test: 'test payments take no number',
  },
  {
    name: 'papers-never-sent',
    because: 'units that were never invoiced are credited',
    file: 'src/modules/papers/plan-papers.ts',
    within: 'ofRefund',
    replace: `last.fulfillment_id === null ? refund`,
    by: `last ? refund`,
    caughtBy: invoices,
    test: 'with `issue_on` fulfilled',
  },
  {
    name: 'papers-of-others',
    because: 'a customer reads the invoices of other customers',
    file: 'src/modules/papers/queries.ts',
    within: 'selectInvoices',
    replace: `userId === undefined ? sql\`true\``,
    by: `userId === undefined || orderId ? sql\`true\``,
    caughtBy: 'test/isolation.test.ts',
    test: 'answers 404',
  },
  {
    name: 'papers-told-again',
    because: 'receivers of events are told of a paper whenever its job runs again',
    file: 'src/modules/papers/sending/queries.ts',
    within: 'takeTelling',
    replace: ' and told_at is null',
    by: '',
    caughtBy: sending,
    test: 'order.updated tells of each once',
  },
  {
    name: 'papers-sent-again',
    because: 'a paper is mailed whenever its job runs again',
    file: 'src/modules/papers/sending/queries.ts',
    within: 'beginAttempt',
    replace: ` and status = 'pending'`,
    by: '',
    caughtBy: sending,
    test: 'order.updated tells of each once',
  },
  {
    name: 'papers-given-up',
    because: 'a mail server that is away for a minute loses invoices',
    file: 'src/modules/papers/sending/deliver-paper.ts',
    within: 'deliverPaper',
    replace: 'attempts >= maxAttempts',
    by: 'attempts >= 1',
    caughtBy: sending,
    test: 'a mail server that is away is asked again',
  },
]
