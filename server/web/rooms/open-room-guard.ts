import type { Bus } from '@/lib/platform/bus/bus';
import { openRoomService, type RoomService } from '@/lib/platform/livekit/room-service';
import { BusSubscription } from '../cable/bus-subscription';
import { CrewBell } from './crew-bell';
import { RoomGuard } from './room-guard';
import { ShareRoomGuard } from './share-room-guard';

/** Guards the rooms of events and of share links from now on, and rings in them for phones. @returns how to stop it */
export function openRoomGuard(bus: Bus, rooms: RoomService = openRoomService()): { stop(): Promise<void> } {
  const guards = [new RoomGuard(rooms), new ShareRoomGuard(rooms)];
  const busSubscription = new BusSubscription(bus, [...guards, new CrewBell(rooms)]);
  for (const guard of guards) guard.start();
  busSubscription.start();
  return {
    async stop() {
      await Promise.all([busSubscription.stop(), ...guards.map((guard) => guard.stop())]);
    },
  };
}
