import { t } from '#console/lib/text.ts'

/** Why an attempt failed, by the service's words. Others are shown as they come. */
const errors: Partial<Record<string, string>> = {
  'source address not available': t('source address not available'),
  'out of sockets': t('out of sockets'),
  'connection refused': t('connection refused'),
  'host unreachable': t('host unreachable'),
  'name not resolved': t('name not resolved'),
  'answer is not valid HTTP': t('answer is not valid HTTP'),
  'answer is too long': t('answer is too long'),
  'request could not be made': t('request could not be made'),
  'certificate expired': t('certificate expired'),
  'certificate is for another host': t('certificate is for another host'),
  'connection not made in time': t('connection not made in time'),
  'certificate not trusted': t('certificate not trusted'),
  'connection closed within the answer': t('connection closed within the answer'),
  'connection closed before an answer': t('connection closed before an answer'),
  'address not allowed': t('address not allowed'),
  'redirects are not followed': t('redirects are not followed'),
  'no answer in time': t('no answer in time'),
  'answer not finished in time': t('answer not finished in time'),
  'signing secret cannot be read': t('signing secret cannot be read'),
  'the worker was stopped before there was an answer': t('the worker was stopped before there was an answer'),
  'the subscription was switched off': t('the subscription was switched off'),
}

const outcomes: Partial<Record<string, string>> = {
  delivered: t('delivered'),
  rejected: t('rejected'),
  timeout: t('timeout'),
  network_error: t('network_error'),
  blocked: t('blocked'),
  egress_fault: t('egress_fault'),
  lost: t('lost'),
}

/** Why the service switched a webhook off. */
const reasons: Partial<Record<string, string>> = {
  'every delivery failed for 24 hours': t('every delivery failed for 24 hours'),
  'every delivery failed for four days': t('every delivery failed for four days'),
}

export const errorText = (error: string): string => errors[error] ?? error
export const outcomeText = (outcome: string): string => outcomes[outcome] ?? outcome
export const reasonText = (reason: string): string => reasons[reason] ?? reason
