import { Type } from 'typebox'
import { Email } from '#src/modules/identity/index.ts'
import { body, line, Uuid } from '#src/platform/http/envelope.ts'

export const LookUpOrder = body('LookUpOrder', {
  order_number: line({ max: 40, description: 'Also with `#`, in small letters.', examples: ['261121-7K3M9Q'] }),
  email: Email,
  merchant_id: Type.Optional(
    Type.Unsafe<string>({
      ...Uuid,
      description: 'Required for a number without a day, unless a key of the storefront is sent. Default: every shop.',
    }),
  ),
})
