import { expect, test } from 'vitest';
import { auditActions } from '@/lib/contracts/organization/audit-words';
import { actions } from '@/lib/contracts/permissions';
import { readSources } from './source-graph';

/** Actions that are not recorded, and why. Those whose name ends in read, watch or view change nothing. */
const unrecorded: Record<string, string> = {
  'organization.delete': 'deletes the audit trail, too: the log has who did it',
  'streams.read_secrets': 'says how a stream is shown',
  'account.switch': 'opens another organization that the user belongs to',
  'members.own': 'is asked beside members.update and members.remove, which are recorded',
  'presets.create': 'arranges a screen, like the next two',
  'presets.update': 'arranges a screen',
  'presets.delete': 'arranges a screen',
  'wall.direct': 'arranges screens, with each press of the director',
  'tally.report': 'is a cut, or the sign of life of a switcher, once a second',
  'webhooks.test': 'sends a test, which the log of deliveries shows',
  'webhooks.redeliver': 'sends again what was sent, which the log of deliveries shows',
};

const useCases = readSources().filter(({ path }) => /^lib\/[\w/-]+\.ts$/.test(path));
const recording = useCases.filter(({ imports }) =>
  imports.some(({ file }) => file === 'lib/use-cases/audit/record.ts'),
);

const changing = actions.filter((action) => !/\.(read|watch|view)$/.test(action) && !(action in unrecorded));

test('there are such actions', () => expect(changing.length).toBeGreaterThan(10));

test.each(changing)('the audit trail has a line of who did %s', (action) => {
  const asking = useCases.filter(({ text }) => text.includes(`  authorize(actor, '${action}'`));
  expect(asking.length).toBeGreaterThan(0);
  expect(asking.filter((file) => !recording.includes(file)).map(({ path }) => path)).toEqual([]);
});

test('every action that the audit trail has words for is recorded somewhere', () => {
  const recorded = recording.flatMap(({ text }) => [...text.matchAll(/'([\w.]+)'/g)].map((match) => match[1] ?? ''));
  expect(auditActions.filter((action) => !recorded.includes(action))).toEqual([]);
});
