import { z } from 'zod';
import { entry } from './entry';

const askAdministrator = 'Ask your administrator, then press On again.';
const image = z.string();
const resourceWords: Record<string, string> = {
  cpu: 'CPU',
  memory: 'memory',
  'ephemeral-storage': 'disk',
};

/** The reasons for which a cluster does not start a worker, or ends it. */
export const clusterTexts = {
  cluster_ended: entry(
    {},
    () => 'The cluster ended the process handling this camera, as it does to update or empty a machine.',
  ),
  cluster_slow: entry(
    { seconds: z.number() },
    ({ seconds }) =>
      `The cluster did not start the process handling this camera within ${seconds} s. ${askAdministrator}`,
  ),
  cluster_container: entry({}, () => `The cluster cannot start the process handling this camera. ${askAdministrator}`),
  cluster_image_missing: entry(
    { image },
    ({ image }) => `The cluster has no program for this camera: “${image}” cannot be fetched. ${askAdministrator}`,
  ),
  cluster_image_name: entry(
    { image },
    ({ image }) =>
      `The cluster has no program for this camera: “${image}” is not the name of an image. ${askAdministrator}`,
  ),
  cluster_no_machine: entry({}, () => `No machine of the cluster may take another camera. ${askAdministrator}`),
  cluster_full: entry({ resources: z.array(z.string()) }, ({ resources }) => {
    const words = resources.map((name) => resourceWords[name] ?? name).join(' and ');
    return `No machine of the cluster has room for another camera (too little ${words}). Turn a camera off or add a machine, then press On again.`;
  }),
  cluster_quota: entry(
    { used: z.string(), limited: z.string() },
    ({ used, limited }) =>
      `The cluster’s quota leaves no room for another camera (in use: ${used}; at most: ${limited}). Turn a camera off, or ask your administrator to raise the quota.`,
  ),
  cluster_silent: entry({}, () => 'The cluster does not answer, so no camera can be started.'),
  cluster_forbids: entry(
    {},
    () =>
      `The cluster does not allow the process handling this camera to start; the gateway’s log says why. ${askAdministrator}`,
  ),
};
