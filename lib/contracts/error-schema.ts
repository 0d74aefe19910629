import { z } from 'zod';
import { type ErrorCode, statusByCode } from '@/lib/core/errors';

/** The body of every answer that is not a success. */
export const errorSchema = z.object({
  error: z.object({
    /** One sentence for the user. */
    message: z.string(),
    code: z.enum(Object.keys(statusByCode) as [ErrorCode, ...ErrorCode[]]),
    /** Sentences for the user: a list, or by the path of the field, such as `user.email`. */
    errors: z.union([z.array(z.string()), z.record(z.string(), z.array(z.string()))]).optional(),
  }),
});
export type ErrorJson = z.infer<typeof errorSchema>;
