import { test } from 'node:test'
import { cutEndlessAnswers, seeTheGaps } from '#test/faults/retry-gaps.ts'

test('a flapping receiver sees 6 attempts with the configured gaps between them, never early', (t) =>
  seeTheGaps(t, [0.1, 0.2, 0.4, 0.8, 1]))

test('an answer that never ends is cut at the deadline', (t) => cutEndlessAnswers(t, 0.5))
