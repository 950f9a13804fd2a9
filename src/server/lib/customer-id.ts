import { z } from 'zod'

export const maxCustomerLength = 256

/** The merchant's id of a customer. Bounded, since client secrets contain it. */
export const CustomerId = z
  .string()
  .min(1)
  .max(maxCustomerLength, `a customer has 1 to ${maxCustomerLength} characters`)
