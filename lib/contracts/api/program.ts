import { z } from 'zod';
import { cutProgramInputSchema, programRuleInputSchema, programSchema } from '../tally/program';
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

export const setProgramRule = declare('setProgramRule', {
  summary: 'Say which camera takes the place of one on air that is lost',
  description:
    'The program shows it once the camera on air has had no picture for after_seconds, and as long as nobody cuts. A spare without a picture takes no place.',
  auth: 'user',
  apiToken: 'write',
  params: idParams,
  body: programRuleInputSchema,
  reply: oneProgram,
});

export const removeProgramRule = declare('removeProgramRule', {
  summary: 'Let the program stay on a camera that is lost',
  auth: 'user',
  apiToken: 'write',
  params: idParams,
});

export const endStandIn = declare('endStandIn', {
  summary: 'Bring back the camera whose place another one has taken',
  description: 'A conflict means that it has no picture yet, or is on air no more.',
  auth: 'user',
  apiToken: 'write',
  failures: ['conflict'],
  params: idParams,
});
