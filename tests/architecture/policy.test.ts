import { describe, expect, test } from 'vitest';
import { actions } from '@/lib/contracts/permissions';
import { useCases } from './may-import';
import { readSources } from './source-graph';

const product = readSources().filter(({ path }) => !path.startsWith('tests/') && !/\.test\.tsx?$/.test(path));
const useCaseFiles = product.filter(({ path }) => useCases.some((folder) => path.startsWith(`${folder}/`)));

/** Files of the use cases that read or write the database and ask nothing, and why they may. */
const unasked: Record<string, string> = {
  'lib/use-cases/accounts/sign-up.ts': 'public: there is no actor yet',
  'lib/use-cases/accounts/log-in.ts': 'public: there is no actor yet',
  'lib/use-cases/accounts/read-account.ts': 'a part of use cases that know who asks',
  'lib/use-cases/accounts/password/require-current-password.ts': 'a part of use cases that have asked',
  'lib/use-cases/accounts/email/confirm-email.ts': 'public: the secret of a link says for whom',
  'lib/use-cases/accounts/email/replace-email.ts': 'a part of use cases that have asked, or know a secret',
  'lib/use-cases/accounts/password-reset/password-reset.ts':
    'a part of use cases, two of which are public, and of the program reset-password',
  'lib/use-cases/accounts/password-reset/reset-password.ts': 'public: the secret of a link says for whom',
  'lib/use-cases/accounts/sso/accept-identity.ts': 'public: the identity provider says who it is',
  'lib/use-cases/accounts/sso/open-sso-session.ts': 'public: the code of a cookie says for whom',
  'lib/preflight/find-operator.ts': 'a part of use cases that know who asks',
  'lib/preflight/operates-server.ts': 'a part of use cases that know who asks',
  'lib/use-cases/accounts/enter-organization.ts': 'a part of use cases that have asked',
  'lib/use-cases/accounts/open-recorded-session.ts': 'a part of use cases that know who asks',
  'lib/use-cases/accounts/password/is-password-still.ts': 'a part of use cases that know a password',
  'lib/use-cases/accounts/password-reset/void-links-of.ts': 'a part of use cases that have asked, or know a secret',
  'lib/use-cases/audit/record.ts': 'a part of use cases that have asked',
  'lib/use-cases/members/end-membership.ts': 'a part of use cases that have asked',
  'lib/use-cases/accounts/accept-invitation.ts': 'public: there is no actor yet',
  'lib/use-cases/members/invitation/join-by-invitation.ts': 'a part of use cases that know who asks',
  'lib/use-cases/members/invitation/open-invitation.ts': 'public: whoever has the secret',
  'lib/use-cases/members/member.ts': 'a part of use cases that have asked',
  'lib/use-cases/events/count-viewers.ts': 'for the guards of rooms, which act for no actor',
  'lib/use-cases/events/read-rooms.ts': 'for the room guard, which acts for no actor',
  'lib/use-cases/events/read-events.ts': 'for the cable, which asks when somebody subscribes',
  'lib/use-cases/sharing/count-share-viewers.ts': 'for the share room guard, which acts for no actor',
  'lib/use-cases/sharing/open-share-link.ts': 'public: whoever holds the secret has no account',
  'lib/use-cases/sharing/share-places.ts': 'for the share room guard and the way to LiveKit, which act for no actor',
  'lib/use-cases/sharing/shared-recordings.ts': 'public: the token in the address says what of, and for which link',
  'lib/use-cases/sharing/read-share-rooms.ts': 'for the share room guard, which acts for no actor',
  'lib/use-cases/events/require-event-streams.ts': 'a part of use cases that have asked',
  'lib/use-cases/phones/find-whip-camera.ts': 'for the web’s edge: whoever has the stream key',
  'lib/use-cases/plans/apply-billing-notification.ts': 'for the payment provider, whose signature it checks',
  'lib/use-cases/plans/count-streams-on.ts': 'a part of use cases that have asked',
  'lib/use-cases/phones/forget-positions.ts': 'for the web program, which acts for no actor',
  'lib/use-cases/phones/join-as-camera.ts': 'public: the holder of the secret has no account',
  'lib/use-cases/phones/note-sender.ts': 'for the web’s edge: whoever has the stream key',
  'lib/use-cases/phones/open-camera-invite.ts': 'public: the holder of the secret has no account',
  'lib/use-cases/phones/read-camera-state.ts': 'a part of use cases that know a secret',
  'lib/use-cases/phones/read-phones.ts': 'for the cable, which asks when somebody subscribes',
  'lib/use-cases/phones/read-welcome-phones.ts': 'for the room guard and the way to LiveKit, which act for no actor',
  'lib/use-cases/phones/report-camera.ts': 'public: the secret of a device says for which camera',
  'lib/use-cases/streams/insert-stream.ts': 'a part of use cases that have asked, or know a secret',
  'lib/use-cases/plans/require-invites-in-plan.ts': 'a part of use cases that have asked',
  'lib/use-cases/plans/require-recording-in-plan.ts': 'starting a recording asks',
  'lib/use-cases/plans/require-room-in-plan.ts': 'a part of use cases that have asked',
  'lib/use-cases/recordings/change-event-recording.ts': 'starting and stopping a whole event ask',
  'lib/use-cases/recordings/change-recording.ts': 'a part of use cases that have asked',
  'lib/use-cases/recordings/exports/get-export.ts': 'a part of use cases that have asked',
  'lib/use-cases/recordings/exports/open-export.ts': 'public: the token in the address says what of',
  'lib/use-cases/recordings/exports/read-exports.ts': 'for the cable, which asks when somebody subscribes',
  'lib/use-cases/recordings/marks/change-mark.ts': 'a part of use cases that have asked',
  'lib/use-cases/recordings/marks/read-marks.ts': 'the cable asks at the subscription',
  'lib/use-cases/recordings/open-media.ts': 'public: the token in the address says what of',
  'lib/use-cases/recordings/require-disk-space.ts': 'a part of use cases that have asked',
  'lib/use-cases/reports/keep-days.ts': 'for no user: the web program keeps what finished days used',
  'lib/use-cases/reports/keep-reports.ts': 'for the web program, which acts for no actor',
  'lib/use-cases/reports/make-report.ts': 'a part of use cases that have asked',
  'lib/use-cases/reports/notices/digest-mail.ts': 'for the web program, which writes to owners',
  'lib/use-cases/reports/notices/queue-digests.ts': 'the same',
  'lib/use-cases/reports/notices/queue-report-notices.ts': 'the same',
  'lib/use-cases/reports/notices/report-mail.ts': 'the same',
  'lib/use-cases/reports/notices/send-next-notice.ts': 'the same',
  'lib/use-cases/reports/open-report.ts': 'public: whoever holds the secret has no account',
  'lib/use-cases/reports/read-camera-figures.ts': 'the same',
  'lib/use-cases/reports/read-report-health.ts': 'for Prometheus: counts of all organizations',
  'lib/use-cases/reports/show.ts': 'a part of use cases that have asked',
  'lib/use-cases/streams/state/recording-state.ts': 'a part of use cases that have asked',
  'lib/use-cases/tally/change-tally.ts': 'a part of use cases that have asked',
  'lib/use-cases/tally/expire-tally.ts': 'for the web program, which acts for no actor',
  'lib/use-cases/tally/get-tally-source.ts': 'a part of use cases that have asked',
  'lib/use-cases/tally/read-tallies.ts': 'for the cable, which asks when somebody subscribes',
  'lib/preflight/checks/clock.ts': 'a part of a use case that has asked, and of the program doctor, like the next ones',
  'lib/preflight/checks/database-server.ts': 'the same',
  'lib/preflight/checks/backup.ts': 'the same',
  'lib/preflight/checks/gateways.ts': 'the same',
  'lib/preflight/checks/migrations.ts': 'the same',
  'lib/preflight/checks/operator.ts': 'the same',
  'lib/preflight/checks/recording-room.ts': 'the same',
  'lib/preflight/checks/recordings.ts': 'the same',
  'lib/use-cases/streams/replace-key.ts': 'a part of use cases that have asked',
  'lib/use-cases/streams/read-streams.ts': 'for the cable, which asks when somebody subscribes',
  'lib/use-cases/streams/state/apply-stream-transition.ts': 'for use cases that have asked, and for the gateway',
  'lib/use-cases/streams/state/record-incident.ts': 'for the gateway, which acts for no actor',
  'lib/use-cases/webhooks/delivery/claim-deliveries.ts': 'for the sender, which acts for no actor',
  'lib/use-cases/webhooks/delivery/record-attempt.ts': 'for the sender, which acts for no actor',
};

interface ExportedFunction {
  name: string;
  takesActor: boolean;
  /** The first line of its body; empty where the body is one expression. */
  firstLine: string;
}

/** The functions that a file exports, in Biome's formatting: the line that opens a body ends in ` {`. */
function exportedFunctions(text: string): ExportedFunction[] {
  return text
    .split(/^(?=export )/m)
    .filter((piece) => piece.startsWith('export '))
    .flatMap((piece) => {
      const name = /^export (?:async )?(?:function|const) (\w+)/.exec(piece)?.[1];
      if (!name) return [];
      const body = /^(?:export [^\n]*|[)}][^\n]*) \{\n([^\n]*)/m.exec(piece);
      const signature = body ? piece.slice(0, body.index + body[0].length) : piece;
      return [{ name, takesActor: /: Actor\b/.test(signature), firstLine: body?.[1]?.trim() ?? '' }];
    });
}

const asks = /^authorize\(actor, '([\w.]+)'(?:, \w+)?\);$/;

describe('a use case that an actor calls asks the policy before anything else', () => {
  const functions = useCaseFiles.flatMap(({ path, text }) =>
    exportedFunctions(text).map((exported) => ({ ...exported, place: `${path}: ${exported.name}` })),
  );
  const actorsFunctions = functions.filter(({ takesActor }) => takesActor);

  test('there are such use cases', () => expect(actorsFunctions.length).toBeGreaterThan(15));

  test.each(actorsFunctions)('$place', ({ firstLine }) => expect(firstLine).toMatch(asks));
});

test('files of the use cases that touch the database without asking are named above', () => {
  const silent = useCaseFiles
    .filter(({ imports }) => imports.some(({ file }) => file === 'lib/platform/db/db.ts'))
    .filter(({ text }) => !exportedFunctions(text).some(({ firstLine }) => asks.test(firstLine)));
  expect(silent.map(({ path }) => path).sort()).toEqual(Object.keys(unasked).sort());
});

test('rows are read without asking by the cable alone, and by use cases that have asked', () => {
  const readers = product.filter(({ imports }) =>
    imports.some(
      ({ file }) => file === 'lib/use-cases/events/read-events.ts' || file === 'lib/use-cases/streams/read-streams.ts',
    ),
  );
  const others = readers.filter(
    ({ path, text }) => !path.startsWith('server/web/cable/') && !/^ {2}authorize\(/m.test(text),
  );
  expect(readers.length).toBeGreaterThan(0);
  expect(others.map(({ path }) => path)).toEqual([]);
});

test('every action of the table is asked about', () => {
  const asked = product.flatMap(({ text }) =>
    [...text.matchAll(/\b(?:authorize|can)\(actor, '([\w.]+)'/g)].map((match) => match[1] ?? ''),
  );
  expect([...new Set(asked)].sort()).toEqual([...actions].sort());
});

test('the test sees a use case that does not ask', () => {
  const forgets =
    'export async function getThing(\n  actor: Actor,\n): Promise<Thing> {\n  return db().thing.find();\n}\n';
  const [forgetful] = exportedFunctions(forgets);
  expect(forgetful).toMatchObject({ name: 'getThing', takesActor: true });
  expect(forgetful?.firstLine).not.toMatch(asks);
  const [expression] = exportedFunctions('export const getThing = ({ id }: Actor): Thing => db().thing.find(id);\n');
  expect(expression).toEqual({ name: 'getThing', takesActor: true, firstLine: '' });
});
