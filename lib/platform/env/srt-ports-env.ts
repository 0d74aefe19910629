import { z } from 'zod';
import { port } from './read-env';

/** The public SRT ports, which the gateway opens and the web shows to users. */
export const srtPortsEnvSchema = z.object({
  SRT_INGEST_PORT: port.default(20000),
  SRT_VIEW_PORT: port.default(20001),
});
