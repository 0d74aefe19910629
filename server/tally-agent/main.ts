#!/usr/bin/env node
import { parseArgs } from 'node:util';
import { AppError } from '@/lib/core/errors';
import { readTallyAgentEnv, type TallyAgentEnv } from '@/lib/platform/env/tally-agent-env';
import { log } from '@/lib/platform/log';
import { exitWithMessage } from '@/lib/platform/process/exit-with-message';
import { hideSecrets } from '@/lib/platform/process/hide-secrets';
import { endOnUncaughtError, reportReady, stopWhenAsked } from '@/lib/platform/process/process-life';
import { Reporter } from './reporter';
import { followSwitcher } from './switcher';
import { switcherOf } from './switcher-of';
import { feedTslDisplays } from './tsl/tsl-displays';

/*
 * The tally agent: follows one switcher and reports to one tally source, or sends an event's tally to displays, or both. It
 * runs beside web, or where those are, and connects to the server outwards alone. Its settings come from the environment, or as
 * arguments; see docs/tally.md.
 */

const stopTimeoutMs = 2_000;

async function run(): Promise<void> {
  hideSecrets();
  endOnUncaughtError();
  const names = ['server', 'token', 'source', 'switcher', 'event', 'displays'] as const;
  const { values } = parseArgs({
    options: Object.fromEntries(names.map((name) => [name, { type: 'string' as const }])),
  });
  const given = Object.fromEntries(names.map((name) => [`TALLY_${name.toUpperCase()}`, values[name]]));
  const settings = readTallyAgentEnv(given);
  const stopping = new AbortController();
  const running = Promise.all(tasksOf(settings, stopping.signal));
  stopWhenAsked(async () => {
    stopping.abort();
    await running;
  }, stopTimeoutMs);
  log.info({ server: settings.TALLY_SERVER }, 'tally: running');
  reportReady();
  await running;
}

/** The tasks that the settings name. @throws AppError `invalid_configuration` where they name none or half of one */
function tasksOf(settings: TallyAgentEnv, signal: AbortSignal): Promise<void>[] {
  const { TALLY_SERVER: server, TALLY_TOKEN: token } = settings;
  const { TALLY_SOURCE: sourceId, TALLY_SWITCHER, TALLY_EVENT: eventId, TALLY_DISPLAYS: displays } = settings;
  const isHalf = !sourceId !== !TALLY_SWITCHER || !eventId !== !displays;
  if (isHalf || (!sourceId && !eventId)) {
    const needs = 'TALLY_SWITCHER needs TALLY_SOURCE, and TALLY_DISPLAYS needs TALLY_EVENT; set either pair, or both.';
    throw new AppError('invalid_configuration', needs);
  }
  const tasks: Promise<void>[] = [];
  if (sourceId && TALLY_SWITCHER) {
    const reporter = new Reporter({ server, sourceId, token });
    const switcher = switcherOf(TALLY_SWITCHER);
    tasks.push(
      followSwitcher(switcher, (inputs, problem) => reporter.set(inputs, problem), signal),
      reporter.run(signal),
    );
  }
  if (eventId && displays) tasks.push(feedTslDisplays({ server, token, eventId, displays }, signal));
  return tasks;
}

await run().catch(exitWithMessage);
