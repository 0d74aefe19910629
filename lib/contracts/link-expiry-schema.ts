import { z } from 'zod';
import { dayMs } from '@/lib/core/durations';

const maxDays = 366;

/** When a link expires: a date and time in the future, at most 366 days ahead. */
export const linkExpirySchema = z.iso
  .datetime({ offset: true, error: 'Expiry must be a date and time.' })
  .transform((text) => new Date(text))
  .refine((date) => date.getTime() > Date.now(), 'Expiry must be in the future.')
  .refine((date) => date.getTime() < Date.now() + maxDays * dayMs, `Expiry can be at most ${maxDays} days ahead.`);
