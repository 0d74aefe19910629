import type { Bus } from '@/lib/platform/bus/bus';
import { openRoomService, type RoomService } from '@/lib/platform/livekit/room-service';
import { BusSubscription } from '../cable/bus-subscription';
import { RoomGuard } from './room-guard';

/** Guards the rooms of LiveKit from now on. @returns how to stop it */
export function openRoomGuard(bus: Bus, rooms: RoomService = openRoomService()): { stop(): Promise<void> } {
  const guard = new RoomGuard(rooms);
  const busSubscription = new BusSubscription(bus, [guard]);
  guard.start();
  busSubscription.start();
  return {
    async stop() {
      await Promise.all([busSubscription.stop(), guard.stop()]);
    },
  };
}
