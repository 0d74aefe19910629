import { z } from 'zod';
import { isNetwork, type PullNetworks } from '@/lib/core/pull-networks';
import { envReader } from './read-env';

const words = ['public', 'operator', 'private'];

/** The networks from which cameras are pulled; web and gateway share this. */
export const pullEnvSchema = z.object({
  PULL_NETWORKS: z
    .string()
    .default('public,operator')
    .transform((text) => text.split(',').map((entry) => entry.trim()))
    .pipe(
      z.array(
        z
          .string()
          .refine(
            (entry) => words.includes(entry) || isNetwork(entry),
            'must be a list of public, operator, private, or networks such as 10.20.0.0/16',
          ),
      ),
    ),
});

/** Where cameras may be pulled from. @throws like {@link envReader} */
const pullEnv = envReader(pullEnvSchema);

/** The networks of an organization's cameras. @param isOperators whether the organization runs this server */
export function pullNetworksFor(
  isOperators: boolean,
  { PULL_NETWORKS: entries }: z.infer<typeof pullEnvSchema> = pullEnv(),
): PullNetworks {
  const hasPrivate = entries.includes('private') || (isOperators && entries.includes('operator'));
  return {
    reaches: [
      ...(entries.includes('public') ? (['public'] as const) : []),
      ...(hasPrivate ? (['private'] as const) : []),
    ],
    named: entries.filter((entry) => !words.includes(entry)),
  };
}
