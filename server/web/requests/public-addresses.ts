import * as addresses from '@/lib/contracts/api/addresses';
import type { Address } from '@/lib/contracts/api/declare';
import { logIn, signUp } from '@/lib/contracts/api/session-addresses';

/** The endpoints that anybody may call: those whose declaration says so, and no others. None has a placeholder. */
export const publicAddresses: readonly Address[] = [
  signUp,
  logIn,
  addresses.confirmEmail,
  addresses.findInvitation,
  addresses.acceptInvitation,
  addresses.requestPasswordReset,
  addresses.resetPassword,
  addresses.openSsoSession,
  addresses.openShareLink,
  addresses.getOpenapi,
  addresses.notifyBilling,
];
