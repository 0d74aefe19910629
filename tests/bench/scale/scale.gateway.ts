import { tmpdir } from 'node:os';
import { startReconciler } from '../../support/gateway/reconciler';
import { PretendDriver } from './pretend-driver';
import type { PretendOrder } from './pretend-messages';

/* A gateway without its public ports, with pretended workers: everything of it that talks to Postgres and to workers. */

let driver: PretendDriver | undefined;
const gateway = await startReconciler('bench', {
  stateDir: tmpdir(),
  maxStreams: 10_000,
  makeDriver(onEnded) {
    driver = new PretendDriver(onEnded);
    return driver;
  },
});
process.on('message', (order: PretendOrder) => driver?.order(order));
process.on('disconnect', () => void gateway.stop().then(() => process.exit(0)));
process.send?.('ready');
