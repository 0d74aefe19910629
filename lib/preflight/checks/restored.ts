import { readInstallation } from '@/lib/platform/db/installation';
import { type Check, warning } from '../finding';

/** Whether this installation is a copy that nobody has resumed. */
export const checkRestored: Check = async () => {
  const { pausedAt } = await readInstallation();
  if (pausedAt === null) return [];
  const when = pausedAt.toISOString().slice(0, 16).replace('T', ' ');
  return [
    warning(
      'restored',
      `This installation was restored from a backup at ${when} UTC. Webhooks, e-mail and recordings are paused.`,
      'Once the original has ended for good, run npm run resume (docs/backup.md).',
    ),
  ];
};
