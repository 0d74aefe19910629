import { productVersion } from '@/lib/platform/process/product-version';
import { type Check, ok } from '../finding';

/** Lists the versions in use, for bug reports. */
export const checkVersions: Check = async () => [
  ok('versions', `Sightline ${productVersion()}, Node ${process.versions.node}, ${process.platform} ${process.arch}.`),
];
