import { z } from 'zod';
import { handOverMinutes } from '../hand-over';
import {
  cameraStateSchema,
  crewPhoneSchema,
  findCameraInviteInputSchema,
  handOverCameraInputSchema,
  handOverSchema,
  joinAsCameraInputSchema,
  joinedCameraSchema,
  messageCrewInputSchema,
  openedInviteSchema,
  reportCameraInputSchema,
  setReturnInputSchema,
  talkbackSchema,
} from '../phones';
import { declare, idParams } from './declare';

const handOverDescription = `The code works once within ${handOverMinutes} minutes. A later code replaces it.`;

export const findCameraInvite = declare('findCameraInvite', {
  summary: 'Read whom a camera invite or a hand-over is from, by its secret or code',
  auth: 'public',
  body: findCameraInviteInputSchema,
  failures: ['not_found', 'gone', 'too_many_requests'],
  reply: z.object({ data: openedInviteSchema }),
});

export const joinAsCamera = declare('joinAsCamera', {
  summary: 'Become a camera of an event by a camera invite or a hand-over, or be it again',
  description:
    'The first call by an invite adds a camera to the event and turns it on. The first one by the code of a hand-over makes this device an existing camera, and disconnects the phone before. Later calls with the same device secret return that camera with a new room token, so a call whose answer was lost can be repeated.',
  auth: 'public',
  body: joinAsCameraInputSchema,
  failures: ['not_found', 'gone', 'limit_reached', 'too_many_requests'],
  reply: z.object({ data: joinedCameraSchema }),
});

export const reportCamera = declare('reportCamera', {
  summary: 'Report how a phone does, and read what it has to know; once a second',
  auth: 'public',
  body: reportCameraInputSchema,
  failures: ['gone', 'too_many_requests'],
  reply: z.object({ data: cameraStateSchema }),
});

export const createHandOver = declare('createHandOver', {
  summary: 'Make a code that hands the camera of a phone to another phone',
  description: `${handOverDescription} Nothing changes before another phone uses it.`,
  auth: 'user',
  params: idParams,
  failures: ['conflict'],
  reply: z.object({ data: handOverSchema }),
  status: 201,
});

export const handOverCamera = declare('handOverCamera', {
  summary: 'Make a code that hands this phone’s camera to another phone',
  description: handOverDescription,
  auth: 'public',
  body: handOverCameraInputSchema,
  failures: ['gone', 'too_many_requests'],
  reply: z.object({ data: handOverSchema }),
  status: 201,
});

export const listCrew = declare('listCrew', {
  summary: 'List the phones of an event, oldest first',
  auth: 'user',
  params: idParams,
  reply: z.object({ data: z.array(crewPhoneSchema) }),
});

export const messageCrew = declare('messageCrew', {
  summary: 'Show a text on one phone of an event, or on all',
  auth: 'user',
  params: idParams,
  body: messageCrewInputSchema,
  creates: true,
});

export const openTalkback = declare('openTalkback', {
  summary: 'Join the talkback of an event: speak to its phones, and hear their people',
  auth: 'user',
  params: idParams,
  reply: z.object({ data: talkbackSchema }),
});

export const setReturn = declare('setReturn', {
  summary: 'Choose what the phones of an event hear and see of the show',
  auth: 'user',
  params: idParams,
  body: setReturnInputSchema,
  failures: ['invalid_input'],
});
