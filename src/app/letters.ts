import { identityLetters } from '#src/modules/identity/index.ts'
import { secretsReplaced } from '#src/modules/merchants/index.ts'
import { webhookLetters } from '#src/modules/webhooks/index.ts'

/** The mails to accounts; a module that writes one adds it here. */
export const letters = [...identityLetters, secretsReplaced, ...webhookLetters]
