import type { Address } from './declare';

export const getTally = { name: 'getTally', method: 'GET', path: '/events/{id}/tally' } as const satisfies Address;
export const listTallySources = {
  name: 'listTallySources',
  method: 'GET',
  path: '/events/{id}/tally_sources',
} as const satisfies Address;
export const createTallySource = {
  name: 'createTallySource',
  method: 'POST',
  path: '/events/{id}/tally_sources',
} as const satisfies Address;
export const updateTallySource = {
  name: 'updateTallySource',
  method: 'PATCH',
  path: '/tally_sources/{id}',
} as const satisfies Address;
export const deleteTallySource = {
  name: 'deleteTallySource',
  method: 'DELETE',
  path: '/tally_sources/{id}',
} as const satisfies Address;
export const reportTally = {
  name: 'reportTally',
  method: 'PUT',
  path: '/tally_sources/{id}/report',
} as const satisfies Address;
