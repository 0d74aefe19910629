import { type ErrorCode, statusByCode } from '@/lib/core/errors';
import { bodyTooLarge, type Declaration, takesIdempotencyKey } from '../api/declare';
import type { ErrorJson } from '../error-schema';

interface Meaning {
  when: string;
  message: string;
  errors?: ErrorJson['error']['errors'];
}

function tooLarge(maxBodyBytes?: number): Meaning {
  const sentence = bodyTooLarge(maxBodyBytes);
  return { when: sentence, message: sentence };
}

/** When each error comes, and how it may read. */
const meanings: Record<ErrorCode, Meaning> = {
  invalid_json: { when: 'The body is not valid JSON.', message: 'The body is not valid JSON.' },
  invalid_input: {
    when: 'A value does not fit; errors says which.',
    message: 'Event name is required.',
    errors: { 'event.name': ['Event name is required.'] },
  },
  unauthorized: {
    when: 'There is no token, or it has expired or was revoked.',
    message: 'Your session has ended. Sign in again.',
  },
  forbidden: {
    when: 'Your role, or your API token, does not allow this.',
    message: 'Your role does not allow this.',
  },
  not_found: {
    when: 'It does not exist in your organization.',
    message: 'This stream does not exist.',
  },
  method_not_allowed: {
    when: 'The address has other methods; Allow names them.',
    message: 'PUT is not allowed here; use GET, PATCH, or DELETE.',
  },
  conflict: {
    when: 'It contradicts what is there.',
    message: 'There is already an account with this e-mail address.',
  },
  gone: { when: 'It was there, and is closed now.', message: 'This link was revoked.' },
  password_required: {
    when: 'The password is missing or wrong.',
    message: 'This link needs a password.',
  },
  limit_reached: {
    when: 'Your organization has as many as it may have.',
    message: 'Your organization has 200 streams, as many as it may have: delete one to add another.',
  },
  payload_too_large: tooLarge(),
  unsupported_media_type: {
    when: 'The body is declared as another type than it must have.',
    message: 'The body must be JSON, with content-type application/json.',
  },
  too_many_requests: {
    when: 'Too many requests at once or in a short time; Retry-After says how many seconds to wait.',
    message: 'Your organization makes too many requests at once: try again in a moment.',
  },
  internal: {
    when: 'A fault of ours; quote the request id when you report it.',
    message: 'Something went wrong on our side. Try again (request 0b1e7d0c).',
  },
  invalid_configuration: {
    when: 'The server is not set up right.',
    message: 'Something went wrong on our side. Try again (request 0b1e7d0c).',
  },
  unavailable: {
    when: 'The database does not answer; Retry-After says how many seconds to wait.',
    message: 'The database does not answer at the moment. Try again in a few seconds.',
  },
  busy: {
    when: 'There is more to do than there is room for; Retry-After says how many seconds to wait.',
    message: 'Too many people are signing in right now. Try again in 5 seconds.',
  },
};

/** The failures of an endpoint: those that follow from its input, and those that it declares. */
function codesOf(declaration: Declaration): ErrorCode[] {
  const { auth, params, query, body, takesBytes, failures = [] } = declaration;
  const codes: ErrorCode[] = ['internal', 'unavailable', ...failures];
  if (auth === 'user') codes.push('unauthorized', 'forbidden', 'too_many_requests');
  if (params) codes.push('not_found');
  if (query || body) codes.push('invalid_input');
  if (body || takesBytes) codes.push('invalid_json', 'payload_too_large', 'unsupported_media_type');
  if (takesIdempotencyKey(declaration)) codes.push('invalid_input', 'conflict');
  return [...new Set(codes)];
}

export interface Failure {
  code: ErrorCode;
  when: string;
  /** A body that it may have. */
  example: ErrorJson;
}

/** How an endpoint fails, by status. */
export function failuresOf(declaration: Declaration): Map<number, Failure[]> {
  const byStatus = new Map<number, Failure[]>();
  for (const code of codesOf(declaration).sort((one, other) => statusByCode[one] - statusByCode[other])) {
    const { when, message, errors } =
      code === 'payload_too_large' ? tooLarge(declaration.maxBodyBytes) : meanings[code];
    const example = { error: errors ? { message, code, errors } : { message, code } };
    const status = statusByCode[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), { code, when, example }]);
  }
  return byStatus;
}
