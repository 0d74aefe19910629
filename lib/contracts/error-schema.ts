import { z } from 'zod';
import { type ErrorCode, statusByCode } from '@/lib/core/errors';

/** The body of every answer that is not a success. */
export const errorSchema = z.object({
  error: z.object({
    message: z.string().describe('One sentence for the user.'),
    code: z.enum(Object.keys(statusByCode) as [ErrorCode, ...ErrorCode[]]),
    errors: z
      .union([z.array(z.string()), z.record(z.string(), z.array(z.string()))])
      .optional()
      .describe('Sentences for the user: a list, or by the path of the field, such as user.email.'),
  }),
});
export type ErrorJson = z.infer<typeof errorSchema>;
