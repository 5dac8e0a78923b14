/**
 * Loaded before all else (`node --import`): the process's time of day is off by CLOCK_OFFSET_MS, in everything it
 * reads. The clock that only runs forward goes on as it was, as on a machine whose clock has been set wrong.
 */
const offsetMs = Number(process.env['CLOCK_OFFSET_MS'])
const RealDate = Date
const now = () => RealDate.now() + offsetMs

globalThis.Date = new Proxy(RealDate, {
  get: (target, key) => (key === 'now' ? now : Reflect.get(target, key)),
  construct: (target, values) => Reflect.construct(target, values.length === 0 ? [now()] : values),
  apply: () => new RealDate(now()).toString(),
})
Object.defineProperty(performance, 'timeOrigin', { value: performance.timeOrigin + offsetMs })
