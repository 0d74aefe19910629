import { z } from 'zod';
import { cutProgramInputSchema, programSchema } from '../tally/program';
import { declare, idParams } from './declare';

const oneProgram = z.object({ data: programSchema });

export const getProgram = declare('getProgram', {
  summary: 'Get what an event has on air and next, and who says so',
  auth: 'user',
  apiToken: 'write',
  params: idParams,
  reply: oneProgram,
});

export const cutProgram = declare('cutProgram', {
  summary: 'Put a camera on air, or choose the next one, with Sightline as the switcher',
  description:
    'Without on_air and next it takes the program with the camera that is on air. A conflict means that a switcher has the program: repeat it with takes_over. From then on no switcher of the event counts.',
  auth: 'user',
  apiToken: 'write',
  failures: ['conflict'],
  params: idParams,
  body: cutProgramInputSchema,
  reply: oneProgram,
});

export const releaseProgram = declare('releaseProgram', {
  summary: 'Stop cutting in Sightline, so that the event’s switchers count again',
  auth: 'user',
  apiToken: 'write',
  params: idParams,
});
