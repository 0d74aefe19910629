import { type AddressParts, type EndpointName, partsOf } from '@/lib/contracts/api/addresses';

const publicEndpoints = [
  'signUp',
  'logIn',
  'confirmEmail',
  'findInvitation',
  'acceptInvitation',
  'requestPasswordReset',
  'resetPassword',
  'openSsoSession',
  'openShareLink',
  'createGuestComment',
  'openReport',
  'getReportKey',
  'findCameraInvite',
  'joinAsCamera',
  'reportCamera',
  'handOverCamera',
  'getOpenapi',
  'notifyBilling',
] as const satisfies EndpointName[];

/** The endpoints that are declared public. None has a placeholder. */
export const publicAddresses: readonly (AddressParts & { name: EndpointName })[] = publicEndpoints.map((name) => ({
  name,
  ...partsOf(name),
}));
