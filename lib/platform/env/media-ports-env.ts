import { z } from 'zod';
import { port } from './read-env';

/** The public ports of cameras and players, which the gateway opens and the web shows to users. */
export const mediaPortsEnvSchema = z.object({
  SRT_INGEST_PORT: port.default(20000),
  SRT_VIEW_PORT: port.default(20001),
  /** By TCP. */
  RTMP_PORT: port.default(1935),
  /** The gateway reads the certificate there; the web only knows by it that there is one. */
  RTMPS_FOLDER: z.string().min(1).optional(),
});
