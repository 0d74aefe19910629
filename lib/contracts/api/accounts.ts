import { z } from 'zod';
import { accountSchema, authSessionSchema, logInInputSchema, signUpInputSchema } from '../accounts';
import * as addresses from './addresses';
import { declare } from './declare';

export const signUp = declare(addresses.signUp, {
  summary: 'Create a user with a new organization',
  auth: 'public',
  body: signUpInputSchema,
  reply: z.object({ data: accountSchema }),
  status: 201,
});

export const logIn = declare(addresses.logIn, {
  summary: 'Open a session and get its bearer token',
  auth: 'public',
  body: logInInputSchema,
  reply: z.object({ data: authSessionSchema }),
});

export const logOut = declare(addresses.logOut, {
  summary: 'End this session',
  auth: 'user',
});

export const getAccount = declare(addresses.getAccount, {
  summary: 'The signed-in user and their organization',
  auth: 'user',
  reply: accountSchema,
});
