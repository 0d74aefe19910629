import { type DestinationTask, destinationTaskSchema } from '@/lib/contracts/destination-tasks';
import type { WorkerPermit } from '@/lib/contracts/worker-protocol';
import { destinationSecrets } from '@/lib/platform/db/sealed-columns';
import { ownServices } from '@/lib/platform/env/own-services';
import { pullNetworksFor } from '@/lib/platform/env/pull-env';
import { log } from '@/lib/platform/log';
import type { LeasedDestination, LeasedStream } from '../store/leased-stream';

type Destinations = NonNullable<WorkerPermit['destinations']>;

/** By the list that they were made of, because each permit has them. */
const known = new WeakMap<LeasedDestination[], Destinations>();

/** Where a stream's worker sends it, with the keys in plain. */
export function destinationsFor({ destinations }: Pick<LeasedStream, 'destinations'>): Destinations {
  const found = known.get(destinations) ?? openTasks(destinations);
  known.set(destinations, found);
  return found;
}

function openTasks(destinations: LeasedDestination[]): Destinations {
  const tasks: DestinationTask[] = [];
  let isOperators = false;
  for (const { secrets: sealed, ...rest } of destinations) {
    const opened = destinationSecrets.open(rest.id, sealed);
    if (!opened) {
      log.warn({ destinationId: rest.id }, 'destinations: its key was encrypted by a secret that is gone');
      continue;
    }
    const { key, passphrase } = opened;
    isOperators = opened.isOperators;
    const { data: task } = destinationTaskSchema.safeParse(Object.assign(rest, { key, passphrase }));
    // A newer version knows more kinds, and may have run on this database.
    if (task) tasks.push(task);
    else log.warn({ destinationId: rest.id }, 'destinations: this version cannot send there');
  }
  const isWhip = ({ kind }: DestinationTask) => kind === 'whip';
  return {
    tasks: tasks.filter((task) => !isWhip(task)),
    whipTasks: tasks.filter(isWhip),
    networks: pullNetworksFor(isOperators),
    ownServices: ownServices(),
  };
}
