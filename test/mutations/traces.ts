import type { Mutation } from './mutation.ts'

export const traces: readonly Mutation[] = [
  {
    name: 'traces-kept-by-a-stranger',
    because: 'a caller has all of their requests recorded, or none',
    file: 'src/app/tracing.ts',
    within: 'createSampler',
    replace: ', remoteParentSampled: root, remoteParentNotSampled: root',
    by: '',
    caughtBy: 'src/app/tracing.test.ts',
    test: 'a caller can neither have a request recorded',
  },
  {
    name: 'traces-chosen-by-id',
    because: 'a caller chooses a trace id that every sampler keeps',
    file: 'src/app/tracing.ts',
    within: 'createSampler',
    replace: 'shouldSample: (context) => byChance.shouldSample(context, ids.generateTraceId())',
    by: 'shouldSample: (context, id) => byChance.shouldSample(context, id)',
    caughtBy: 'src/app/tracing.test.ts',
    test: 'a caller can neither have a request recorded',
  },
  {
    name: 'traces-statements-of-others',
    because: 'the statements of polling fill the collector, each as a trace of its own',
    file: 'src/platform/tracing/index.ts',
    within: 'traceStatement',
    replace: '?.isRecording() !== true',
    by: '?.isRecording() === false',
    caughtBy: 'src/app/tracing.test.ts',
    test: 'probes and what the service does by itself have no span',
  },
]
