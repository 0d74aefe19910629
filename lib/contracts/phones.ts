import { z } from 'zod';
import { tallyStates } from '../core/tally';
import { lengths } from './limits';
import { charactersAtMost, deviceNameSchema, nameSchema } from './name-schema';
import { tokenWords } from './participants';
import { pointShape } from './point-shape';
import { invitedSourceKinds, sourceKindWords } from './source-kinds';

/** A line between the director and a phone. */
const crewTextSchema = (label: string) =>
  z
    .string(`${label} must be text.`)
    .trim()
    .min(1, `${label} is required.`)
    .max(...charactersAtMost(label, lengths.crewMessage.max))
    .regex(/^[^\p{Cc}\p{Cs}]*$/u, `${label} can't contain control characters.`);

const secretSchema = (label: string) =>
  z.string(`${label} is required.`).min(1, `${label} is required.`).max(200, `${label} is too long.`);

const linkSecretSchema = secretSchema('The link').describe(
  'The part of the link after `#`, or the code of a hand-over.',
);

/** Body of POST /camera_invites/find. */
export const findCameraInviteInputSchema = z.object({
  camera_invite: z.object({ secret: linkSecretSchema }, 'Camera invite is required.'),
});

/** A camera invite as the holder of its link sees it. */
export const openedInviteSchema = z.object({
  type: z.literal('opened_invite'),
  attributes: z.object({
    event_name: z.string(),
    organization_name: z.string(),
    invited_by: z
      .string()
      .nullable()
      .describe('The person who made the invite or the code; null if their account was deleted.'),
    label: z.string(),
    hands_over: z.boolean().describe('Whether this device takes the place of the phone that is the camera now.'),
  }),
});
export type OpenedInviteJson = z.infer<typeof openedInviteSchema>;

/** Body of POST /camera. */
export const joinAsCameraInputSchema = z.object({
  camera: z.object(
    {
      secret: linkSecretSchema,
      device_secret: secretSchema('Device secret')
        .optional()
        .describe(
          'Says which device this is: 32 random bytes in base64url, made by the device before its first call. A repeated call then returns the same camera. Missing: the answer has one.',
        ),
      /** The person who holds the phone. */
      person: nameSchema('Your name'),
      source_kind: z
        .enum(invitedSourceKinds, `Source kind must be ${invitedSourceKinds.join(' or ')}.`)
        .optional()
        .describe(`${sourceKindWords(invitedSourceKinds)} Missing: as before, or phone.`),
    },
    'Camera is required.',
  ),
});

/** A message from the director as the phone shows it. */
const directorMessageSchema = z.object({ id: z.uuid(), text: z.string(), is_acknowledged: z.boolean() });

/** Body of POST /camera/hand_overs. */
export const handOverCameraInputSchema = z.object({
  camera: z.object({ device_secret: secretSchema('Device secret') }, 'Camera is required.'),
});

/** A code that hands a phone's camera to another phone. Only this answer has it. */
export const handOverSchema = z.object({
  id: z.uuid(),
  type: z.literal('hand_over'),
  attributes: z.object({
    stream_id: z.uuid(),
    code: z.string().describe('For the page /camera on the other phone.'),
    path: z.string().describe('The same as a link, below the server’s address.'),
    expires_at: z.iso.datetime(),
  }),
});
export type HandOverJson = z.infer<typeof handOverSchema>;

/** The facts that a phone's page always shows. */
const cameraStateShape = {
  /** The camera's name on the multiview. */
  name: z.string(),
  event_name: z.string(),
  /** Whether the director has it switched on. */
  is_on: z.boolean(),
  /** Null: no switcher reports this camera. */
  tally: z.enum(tallyStates).nullable(),
  message: directorMessageSchema.nullable(),
};

/** A phone as its own page sees it; it also has what lets it join its event's room. */
export const joinedCameraSchema = z.object({
  id: z.uuid().describe('The stream.'),
  type: z.literal('camera'),
  attributes: z.object({
    ...cameraStateShape,
    device_secret: z.string().describe('Proves in later requests that this is the same device.'),
    livekit_token: z.string().describe(`Publishes this camera alone; valid for joining within ${tokenWords('phone')}.`),
    talkback_token: z.string().describe(`Joins the event’s talkback; valid for joining within ${tokenWords('crew')}.`),
    livekit_url: z.string(),
    whip_path: z
      .string()
      .nullable()
      .describe(
        'Publishes this camera by WHIP, below the server’s address. It holds a secret. Null: it is sent by SRT or RTMP.',
      ),
    srt: z
      .object({ stream_key: z.string(), passphrase: z.string().nullable(), latency_ms: z.int() })
      .nullable()
      .describe('Publishes this camera by SRT. Null: it is sent in another way.'),
    rtmp: z
      .object({ stream_key: z.string() })
      .nullable()
      .describe('Publishes this camera by RTMP. Null: it is sent in another way.'),
  }),
});
export type JoinedCameraJson = z.infer<typeof joinedCameraSchema>;

const reportedPositionSchema = z.object({
  ...pointShape,
  accuracy_m: z.number('Accuracy must be a number.').min(0).max(1e7),
});

/** Body of PUT /camera/report, sent once a second. Omitted figures are those that the browser does not tell. */
export const reportCameraInputSchema = z.object({
  camera: z.object(
    {
      device_secret: secretSchema('Device secret'),
      battery_percent: z.int('Battery must be a whole number.').min(0).max(100).nullable().default(null),
      is_charging: z.boolean().nullable().default(null),
      network: deviceNameSchema('Network').nullable().default(null),
      bitrate_kbps: z.int('Bitrate must be a whole number.').min(0).max(1_000_000).nullable().default(null),
      position: reportedPositionSchema
        .nullable()
        .optional()
        .describe('Where it is, every five seconds. Null: no longer shared. Missing: as before.'),
      /** The message that the person has tapped. */
      acknowledged_message_id: z.uuid('acknowledged_message_id must be the id of a message.').optional(),
      is_muted: z.boolean().nullable().optional().describe('Whether its person has muted the microphone.'),
      has_stopped: z
        .boolean()
        .optional()
        .describe(
          'Its person has stopped filming: turns the camera off. The next report without it turns it on again.',
        ),
      answer: z
        .object({ id: z.uuid('answer.id must be a UUID of your own.'), text: crewTextSchema('Answer') })
        .optional()
        .describe('A text to the director. A report that is repeated with the same id tells it once.'),
    },
    'Camera is required.',
  ),
});
export type CameraReport = z.infer<typeof reportCameraInputSchema>['camera'];

export const cameraStateSchema = z.object({
  id: z.uuid().describe('The stream.'),
  type: z.literal('camera_state'),
  attributes: z.object(cameraStateShape),
});
export type CameraStateJson = z.infer<typeof cameraStateSchema>;

/** Where a phone is, as its browser measured it. */
const positionSchema = z.object({
  latitude: z.number().describe('Degrees north.'),
  longitude: z.number().describe('Degrees east.'),
  accuracy_m: z.number().describe('It is within so many meters.'),
  measured_at: z.iso.datetime(),
});

/** A phone of an event's crew as members see it. The stream has its name, status and signal. */
export const crewPhoneSchema = z.object({
  id: z.uuid(),
  type: z.literal('phone'),
  attributes: z.object({
    stream_id: z.uuid(),
    event_id: z.uuid(),
    person: z.string(),
    invite_label: z.string(),
    /** When it last reported; null before its first report. */
    reported_at: z.iso.datetime().nullable(),
    /** Time since then by the server's clock. */
    silent_ms: z.int().nullable(),
    battery_percent: z.int().nullable(),
    is_charging: z.boolean().nullable(),
    network: z.string().nullable(),
    bitrate_kbps: z.int().nullable(),
    is_muted: z.boolean().nullable().describe('Whether its person has muted the microphone; null: not told.'),
    has_stopped: z.boolean().describe('Whether its person has stopped filming.'),
    answer: z
      .object({ text: z.string(), sent_at: z.iso.datetime() })
      .nullable()
      .describe('The person’s last text to the director.'),
    position: positionSchema.nullable().describe('Null unless the person who holds it shares where they are.'),
    /** The director's last message. */
    message: z
      .object({ text: z.string(), sent_at: z.iso.datetime(), acknowledged_at: z.iso.datetime().nullable() })
      .nullable(),
  }),
});
export type CrewPhoneJson = z.infer<typeof crewPhoneSchema>;

/** Body of POST /events/{id}/crew/messages. */
export const messageCrewInputSchema = z.object({
  message: z.object(
    {
      text: crewTextSchema('Message'),
      /** Null: every phone of the event. */
      stream_id: z.uuid('stream_id must be the id of a stream.').nullable().default(null),
    },
    'Message is required.',
  ),
});

/** The part of the show that an event's phones hear and see. */
const returnSourceSchema = z
  .union([z.literal('program'), z.uuid()], 'source must be "program", the id of a stream, or null.')
  .nullable()
  .describe('`program`: the cameras on air. A stream’s id: that camera. Null: nothing.');

/** Body of PUT /events/{id}/crew/return. */
export const setReturnInputSchema = z.object({
  return: z.object({ source: returnSourceSchema }, 'Return is required.'),
});

/** Where a member's page joins an event's talkback. */
export const talkbackSchema = z.object({
  type: z.literal('talkback'),
  attributes: z.object({
    livekit_token: z
      .string()
      .describe(`Publishes a microphone, and hears the crew; valid for ${tokenWords('director')}.`),
    return_source: returnSourceSchema,
    livekit_url: z.string(),
  }),
});
export type TalkbackJson = z.infer<typeof talkbackSchema>;
