import * as v from 'valibot'

/** Body of `/livez` and `/readyz` when all is well; otherwise it is the body of `unavailable`. */
export const healthSchema = v.strictObject({ status: v.literal('ok') })
