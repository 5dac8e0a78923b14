import { test } from 'node:test'
import { cutEndlessAnswers, seeTheGaps } from './retry-gaps.ts'

test('a flapping receiver sees 6 attempts with gaps of 1, 5, 25, 125, 300 s, never early, at most 10 % late', (t) =>
  seeTheGaps(t, [1, 5, 25, 125, 300], 1.1))

test('an answer that never ends is cut at 30 s', (t) => cutEndlessAnswers(t, 30))
