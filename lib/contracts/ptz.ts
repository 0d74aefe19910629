import { z } from 'zod';
import { calibratedZooms } from '../core/ptz-centering';
import { nameSchema } from './name-schema';
import { ptzMoveLifetimeMs, ptzProtocolNames } from './ptz-protocols';

const hostMessage = 'Host must be an IP address or a host name, such as 192.168.1.88.';
const portMessage = 'Port must be 80, or a whole number from 1024 to 65535.';

/** How the server reaches a camera that it can turn. */
export const ptzControlSchema = z.object({
  protocol: z.enum(ptzProtocolNames, `Protocol must be ${ptzProtocolNames.join(', ')}.`),
  host: z
    .string(hostMessage)
    .trim()
    .min(1, hostMessage)
    .max(253, hostMessage)
    .regex(/^([\da-z]([\da-z.-]*[\da-z])?|[\da-f:.]+)$/i, hostMessage)
    .describe('An IP address or a host name, as the server sees it.'),
  port: z
    .int(portMessage)
    .min(80, portMessage)
    .max(65_535, portMessage)
    .refine((port) => port === 80 || port >= 1_024, portMessage),
});
export type PtzControl = z.infer<typeof ptzControlSchema>;

const loginText = (name: string) => z.string(`${name} is required.`).min(1, `${name} is required.`).max(200);

/** A PTZ control as it is set. */
export const ptzControlInputSchema = ptzControlSchema.extend({
  login: z
    .object({ username: loginText('User name'), password: loginText('Password') })
    .nullable()
    .optional()
    .describe(
      'Lets the server in by ONVIF; null: nothing. It is stored encrypted and never shown. Omitted: it stays as it is, unless protocol, host or port change.',
    ),
});
export type PtzControlInput = z.infer<typeof ptzControlInputSchema>;

const numberMessage = 'Preset must be a whole number from 0 to 99.';
const presetNumber = z.int(numberMessage).min(0, numberMessage).max(99, numberMessage);

const presetSchema = z.object({ number: presetNumber, name: z.string() });

/** A camera's PTZ control with its named presets, as it is stored and shown. */
export const ptzSchema = ptzControlSchema.extend({
  presets: z.array(presetSchema).describe('The presets that were stored here. The camera may have others.'),
});
export type Ptz = z.infer<typeof ptzSchema>;
export const shownPtzSchema = ptzSchema.nullable();

/** Shape: PtzCalibration. */
export const ptzCalibrationSchema = z.array(z.number().nullable()).max(calibratedZooms);

export const storedPtzSchema = ptzSchema
  .extend({
    /** Its motors' units, as double clicks on the picture have told them. */
    calibration: ptzCalibrationSchema.optional(),
  })
  .nullable();
export type StoredPtz = NonNullable<z.infer<typeof storedPtzSchema>>;

const speed = (what: string, [from, to]: [string, string]) =>
  z
    .number(`${what} must be a number from -1 to 1.`)
    .min(-1, `${what} must be a number from -1 to 1.`)
    .max(1, `${what} must be a number from -1 to 1.`)
    .default(0)
    .describe(`Speed from -1 (${from}) to 1 (${to}).`);

const coordinate = (name: string, [from, to]: [string, string]) =>
  z
    .number(`${name} must be a number from -1 to 1.`)
    .min(-1, `${name} must be a number from -1 to 1.`)
    .max(1, `${name} must be a number from -1 to 1.`)
    .describe(`Where in the picture, from -1 (${from}) to 1 (${to}).`);

const guard = {
  guard_held: z
    .boolean('guard_held must be true or false.')
    .default(false)
    .describe('Whether the operator holds the guard key: a camera on air moves only then.'),
};

const actionSchemas = [
  z.object({
    action: z
      .literal('move')
      .describe(`Moves for ${ptzMoveLifetimeMs} ms; repeat it to go on. A speed of 0 stands still.`),
    pan: speed('Pan', ['left', 'right']),
    tilt: speed('Tilt', ['down', 'up']),
    zoom: speed('Zoom', ['wide', 'tele']),
    ...guard,
  }),
  z.object({ action: z.literal('stop').describe('Stops pan, tilt and zoom, whoever moves the camera.') }),
  z.object({
    action: z.literal('center').describe('Turns a point of the picture to its middle.'),
    x: coordinate('X', ['left', 'right']),
    y: coordinate('Y', ['bottom', 'top']),
    ...guard,
  }),
  z.object({ action: z.literal('home'), ...guard }),
  z.object({ action: z.literal('recall').describe('Moves to a preset.'), preset: presetNumber, ...guard }),
  z.object({
    action: z.literal('store').describe('Stores where the camera looks as a preset.'),
    preset: presetNumber,
    name: nameSchema('Preset name').optional(),
  }),
  z.object({ action: z.literal('clear').describe('Forgets a preset.'), preset: presetNumber }),
] as const;

/** A command to a camera. */
export const ptzCommandSchema = z.discriminatedUnion('action', actionSchemas, {
  error: 'Action must be move, stop, center, home, recall, store or clear.',
});
export type PtzCommand = z.infer<typeof ptzCommandSchema>;

/** Body of POST /streams/{id}/ptz. */
export const ptzInputSchema = z.object({ ptz: ptzCommandSchema });
