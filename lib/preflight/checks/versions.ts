import { productVersion } from '@/lib/platform/process/product-version';
import { type Check, ok } from '../finding';

/** What runs here, for a report of a fault. */
export const checkVersions: Check = async () => [
  ok('versions', `Sightline ${productVersion()}, Node ${process.versions.node}, ${process.platform} ${process.arch}.`),
];
