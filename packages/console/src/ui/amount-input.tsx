import { type ComponentProps, useEffect, useRef } from 'react'
import { readAmount } from '#console/lib/amounts.ts'
import { cx } from '#console/lib/class-names.ts'
import { Input } from './field.tsx'

interface AmountInputProps extends Omit<ComponentProps<'input'>, 'type' | 'pattern' | 'ref'> {
  currency: string
}

/** Takes an amount of money as people write it; what could be two amounts is refused with both of them said. */
export function AmountInput({ currency, className, onInput, ...rest }: AmountInputProps) {
  const input = useRef<HTMLInputElement>(null)
  const check = () => input.current?.setCustomValidity(readAmount(input.current.value, currency)?.fault ?? '')
  // Also what it is filled with, and when the currency is known.
  useEffect(check)
  return (
    <Input
      {...rest}
      ref={input}
      inputMode="decimal"
      autoComplete="off"
      onInput={(event) => {
        check()
        onInput?.(event)
      }}
      className={cx('tabular-nums', className)}
    />
  )
}
