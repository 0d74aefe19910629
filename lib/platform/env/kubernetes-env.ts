import { z } from 'zod';

/** Where to run workers as Pods; WORKER_DRIVER=kubernetes needs the first two. */
export const kubernetesEnvSchema = z.object({
  KUBERNETES_NAMESPACE: z.string().min(1).max(63).optional(),
  KUBERNETES_WORKER_IMAGE: z.string().min(1).optional(),
  KUBERNETES_INSTALLATION: z
    .string()
    .regex(/^[a-z0-9]([a-z0-9.-]{0,61}[a-z0-9])?$/, 'must be a name of lowercase letters, digits and hyphens')
    .default('sightline'),
  KUBERNETES_POD_TEMPLATE: z.string().min(1).optional(),
});
