import type { Address } from './declare';

export const signUp = { name: 'signUp', method: 'POST', path: '/auth/signup' } as const satisfies Address;
export const logIn = { name: 'logIn', method: 'POST', path: '/auth/login' } as const satisfies Address;
export const logOut = { name: 'logOut', method: 'POST', path: '/auth/logout' } as const satisfies Address;
export const getAccount = { name: 'getAccount', method: 'GET', path: '/auth/me' } as const satisfies Address;
