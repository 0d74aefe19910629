import { z } from 'zod';

export const alertLevelSchema = z.enum(['healthy', 'warning', 'critical']);
export type AlertLevel = z.infer<typeof alertLevelSchema>;
