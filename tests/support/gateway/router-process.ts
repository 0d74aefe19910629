import { openBus } from '@/lib/platform/bus/open-bus';
import { gatewayEnv } from '@/lib/platform/env/gateway-env';
import { GatewayRouter } from '@/server/gateway/srt-router/gateway-router';

/*
 * A gateway's router without a reconciler, so that every stream belongs to another gateway. Sends its ports to its
 * parent, and ends with it.
 */

const { ingestPort, viewPort } = JSON.parse(process.argv[2] ?? '{}');
const router = await GatewayRouter.open({
  gatewayId: gatewayEnv().GATEWAY_ID,
  host: '127.0.0.1',
  ingestPort,
  viewPort,
  maxBitrateKbps: 60_000,
  bus: openBus(),
  held: { findByKey: () => null, has: () => false },
  isGatewayAlive: () => true,
  onEncoderRefused: () => undefined,
  onDied: (error) => {
    throw error;
  },
});
await router.restore();
process.once('disconnect', () => process.exit());
process.send?.({ ingestPort: router.ingestPort, viewPort: router.viewPort });
