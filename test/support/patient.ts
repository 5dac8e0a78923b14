import type { TestApp } from './app.ts'
import { until } from './until.ts'

/** The service as a client sees it that tries again when it is refused for too much work (503), as clients should. */
export function patient(service: Pick<TestApp, 'request'>): Pick<TestApp, 'request'> {
  return {
    request: (...call) =>
      until(async () => {
        const answer = await service.request(...call)
        return answer.status !== 503 && answer
      }, 'the service to have time'),
  }
}
