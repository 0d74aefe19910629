import { z } from 'zod';
import { envReader } from './read-env';

/** The organization that runs this server; web and doctor share it. */
export const operatorEnvSchema = z.object({
  /** An id and no e-mail address: anybody may sign up with an address that is not theirs. */
  OPERATOR_ORGANIZATION: z.uuid('must be the id of an organization, as npm run doctor shows it').optional(),
});

/** The organization that runs this server. @throws like {@link envReader} */
export const operatorEnv = envReader(operatorEnvSchema);
