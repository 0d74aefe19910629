import { credentialOf } from '@/lib/auth/actor';
import { type PtzCommand, ptzControlSchema, type StoredPtz, storedPtzSchema } from '@/lib/contracts/ptz';
import { AppError } from '@/lib/core/errors';
import { openBus } from '@/lib/platform/bus/open-bus';
import { db } from '@/lib/platform/db/db';
import { defineUseCase } from '@/lib/use-cases/definers/define-use-case';
import { streamNotFound } from '@/lib/use-cases/streams/get-stream';
import { readTallies } from '@/lib/use-cases/tally/tallies';
import { ptzDesk } from './ptz-desk';

/**
 * Has a camera of the actor's organization carry out a command. The on-air guard is here, and not in pages: a camera on air
 * moves only for whoever says that the guard key is held. A move under way ends by itself when its next repeat is refused.
 * @throws AppError `not_found`; `conflict` on air, without a PTZ control, while somebody else moves it, or when the camera
 *   refuses or is silent; `too_many_requests`
 */
export const commandPtz = defineUseCase(
  { action: 'ptz.use' },
  async ({ actor }, streamId: string, command: PtzCommand): Promise<void> => {
    const { organizationId } = actor;
    const select = { ptz: true, eventId: true } as const;
    const stream = await db().stream.findFirst({ where: { id: streamId, organizationId }, select });
    if (!stream) throw streamNotFound();
    const ptz = storedPtzSchema.parse(stream.ptz);
    if (!ptz) throw new AppError('conflict', 'This camera has no PTZ control. Set one up in its connection details.');
    const { eventId } = stream;
    if ('guard_held' in command && !command.guard_held && (await isOnAir({ organizationId, eventId, streamId }))) {
      throw new AppError('conflict', 'This camera is on air. Hold Shift to move it.');
    }
    const control = ptzControlSchema.parse(ptz);
    const { calibration } = ptz;
    const { id: mover } = credentialOf(actor);
    await ptzDesk().perform({ streamId, organizationId, control, calibration, mover, command });
    if (command.action === 'store' || command.action === 'clear')
      await rememberPreset(organizationId, streamId, command);
  },
);

async function isOnAir(camera: { organizationId: string; eventId: string; streamId: string }): Promise<boolean> {
  const tallies = await readTallies(camera.organizationId, { ids: [camera.eventId] });
  return tallies.some(({ attributes: { streams } }) =>
    streams.some(({ stream_id: id, tally }) => id === camera.streamId && tally === 'program'),
  );
}

/** Keeps the name of a preset that the camera has stored, or forgets one that it has cleared. */
async function rememberPreset(
  organizationId: string,
  streamId: string,
  command: Extract<PtzCommand, { action: 'store' | 'clear' }>,
): Promise<void> {
  const { preset: number } = command;
  await db().$transaction(async (tx) => {
    await tx.$queryRaw`SELECT 1 FROM streams WHERE id = ${streamId}::uuid FOR UPDATE`;
    const stream = await tx.stream.findFirst({ where: { id: streamId, organizationId }, select: { ptz: true } });
    const ptz = stream && storedPtzSchema.parse(stream.ptz);
    if (!ptz) return;
    const others = ptz.presets.filter((preset) => preset.number !== number);
    const known = ptz.presets.find((preset) => preset.number === number);
    if (command.action === 'store') {
      others.push({ number, name: command.name ?? known?.name ?? `Preset ${number}` });
      others.sort((one, other) => one.number - other.number);
    }
    const next: StoredPtz = Object.assign(ptz, { presets: others });
    await tx.stream.update({ where: { id: streamId }, data: { ptz: next } });
  });
  await openBus().publish({ type: 'stream_upsert', organizationId, streamId });
}
