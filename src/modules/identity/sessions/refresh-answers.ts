import { createSeal, type Seal } from '#src/platform/lib/sealed.ts'

/**
 * The answer to a refresh is encrypted with a key derived from the spent token, of which the database has only the
 * hash. So only a client that sends the token again can read it. A dump yields no token, not even with every key of
 * ours.
 */
export function sealAnswer(spentToken: string, answer: object): Buffer {
  return sealBy(spentToken).seal(JSON.stringify(answer), context)
}

/** @throws if it is the answer to another token */
export function openAnswer<T>(spentToken: string, box: Buffer): T {
  return JSON.parse(sealBy(spentToken).open(box, context)) as T
}

const context = 'refresh_answers.answer'

function sealBy(token: string): Seal {
  return createSeal([{ kid: 'token', secret: token }])
}
