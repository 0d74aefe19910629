import { z } from 'zod';

/** The placeholder of a path such as /events/{id}. */
export const idParams = z.object({ id: z.uuid() });
