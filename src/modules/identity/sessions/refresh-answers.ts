import { createSeal, type Seal } from '#src/platform/lib/sealed.ts'

/**
 * An answer to a refresh is kept so that only who sends the spent token again can read it: the key is derived from
 * the token, of which the database has the hash. A dump holds no token, not even together with every key of ours.
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
