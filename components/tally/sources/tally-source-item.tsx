'use client';

import { Trash2 } from 'lucide-react';
import Link from 'next/link';
import { useState } from 'react';
import { Confirm } from '@/components/controls/confirm';
import { CopyLine } from '@/components/controls/copy-line';
import { Field } from '@/components/controls/field';
import { toastFailure } from '@/components/controls/toast-failure';
import { CameraNumber, StateMark } from '@/components/stream/marks';
import { Button } from '@/components/ui/button';
import { Select } from '@/components/ui/input';
import { useTallySourceMutations } from '@/lib/browser/tally/use-tally-sources';
import type { TallySourceJson } from '@/lib/contracts/tally/tally';
import { maxSwitcherDelayMs, tallyKeyOf } from '@/lib/core/tally';
import { convertMapping, inputOf, suggestMapping, withInput, withoutGone } from './mapping';

interface TallySourceItemProps {
  source: TallySourceJson;
  cameras: { id: string; name: string; number: number }[];
}

const states = {
  silent: { tone: 'unknown', word: 'No signal' },
  empty: { tone: 'pending', word: 'Agent connected, no switcher yet' },
  connected: { tone: 'live', word: 'Connected' },
} as const;

/** One switcher: whether it is heard, and which camera each of its inputs is. */
export function TallySourceItem({ source, cameras }: TallySourceItemProps) {
  const { update, remove } = useTallySourceMutations(source.attributes.event_id);
  // A change that is under way is shown, and the next one adds to it.
  const pending = update.isPending ? update.variables : {};
  const shown = { ...source.attributes, ...pending };
  const { name, inputs, is_live, problem, match_by, mapping, delay_ms } = shown;
  const [deleting, setDeleting] = useState(false);
  const suggested = suggestMapping(shown, cameras);
  // Names need not be unique; who wants one of several goes by number.
  const options = new Map(inputs.map((input) => [tallyKeyOf(input, match_by), input]));
  const suggestions = Object.keys(suggested).length;
  const { tone, word } = !is_live ? states.silent : inputs.length === 0 ? states.empty : states.connected;

  const change = (changes: Partial<Pick<TallySourceJson['attributes'], 'mapping' | 'match_by' | 'delay_ms'>>) =>
    update.mutate(
      { ...pending, ...changes, id: source.id },
      { onError: toastFailure('Error', 'Failed to change the switcher') },
    );
  const saveMapping = (next: typeof mapping) => change({ mapping: withoutGone(next, cameras) });

  return (
    <li className="grid gap-3 rounded-lg border p-3">
      <div className="flex items-center gap-x-3">
        <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3">
          <h3 dir="auto" className="min-w-0 truncate font-semibold">
            {name}
          </h3>
          <p className="flex items-center gap-1.5 text-muted text-sm">
            <StateMark tone={tone} className="size-2.5" />
            <span>{word}</span>
          </p>
        </div>
        <Select
          aria-label={`How inputs of ${name} are told apart`}
          className="h-8 w-auto shrink-0"
          value={match_by}
          onChange={({ target }) => {
            const to = target.value === 'number' ? 'number' : 'name';
            change({ match_by: to, mapping: withoutGone(convertMapping(shown, to), cameras) });
          }}
        >
          <option value="name">By name</option>
          <option value="number">By number</option>
        </Select>
        <Button variant="ghost" size="icon" aria-label={`Delete ${name}`} onClick={() => setDeleting(true)}>
          <Trash2 aria-hidden />
        </Button>
      </div>
      {problem === null ? null : (
        <p role="status" className="text-sm">
          {problem}
        </p>
      )}
      {inputs.length === 0 && Object.keys(mapping).length === 0 ? (
        <AgentCommand sourceId={source.id} />
      ) : (
        <div className="grid gap-2">
          {suggestions > 0 ? (
            <Button className="justify-self-start" onClick={() => saveMapping({ ...mapping, ...suggested })}>
              {suggestions === 1 ? 'Use the suggestion' : `Use ${suggestions} suggestions`}
            </Button>
          ) : null}
          {cameras.map((camera) => {
            const key = inputOf(mapping, camera.id);
            return (
              <div key={camera.id} className="grid grid-cols-2 items-center gap-3 text-sm">
                <span className="flex min-w-0 gap-2">
                  <CameraNumber number={camera.number} />
                  <span dir="auto" className="truncate">
                    {camera.name}
                  </span>
                </span>
                <Select
                  aria-label={`Input of ${camera.name}`}
                  className="h-8"
                  value={key ?? ''}
                  onChange={({ target }) => saveMapping(withInput(mapping, camera.id, target.value || null))}
                >
                  <option value="">No input</option>
                  {key !== undefined && !options.has(key) ? <option value={key}>{key} (not seen now)</option> : null}
                  {[...options].map(([option, input]) => (
                    <option key={option} value={option}>
                      {[input.number, input.name].filter((part) => part !== null && part !== '').join(' · ')}
                    </option>
                  ))}
                </Select>
              </div>
            );
          })}
          <Field
            key={delay_ms}
            label="Picture delay (ms)"
            type="number"
            min={0}
            max={maxSwitcherDelayMs}
            defaultValue={delay_ms}
            hint={`How much later than the cameras its picture is, up to ${maxSwitcherDelayMs}. Programs and exports cut earlier by that, from now on.`}
            className="mt-1 border-t pt-3"
            onKeyDown={({ key, currentTarget }) => {
              if (key === 'Enter') currentTarget.blur();
            }}
            onBlur={({ target }) => {
              const { value, validity } = target;
              if (!validity.valid || value === '') target.value = String(delay_ms);
              else if (Number(value) !== delay_ms) change({ delay_ms: Number(value) });
            }}
          />
        </div>
      )}
      <Confirm
        open={deleting}
        onOpenChange={setDeleting}
        question={`Delete switcher "${name}"?`}
        consequence="Its cameras show as off air at once."
        action="Delete"
        onConfirm={() => remove.mutateAsync(source.id).catch(toastFailure('Error', 'Failed to delete the switcher'))}
      />
    </li>
  );
}

/** An address of each switcher that the agent can follow, as an example. */
const switchers = {
  vMix: 'vmix://127.0.0.1',
  // In quotes, for a shell takes some characters of passwords for its own.
  'OBS 28 or newer': '"obs://:PASSWORD@127.0.0.1"',
  'Blackmagic ATEM': 'atem://192.168.10.240',
  'TSL UMD 3.1 over UDP': 'tsl31+udp://0.0.0.0:5727',
  'TSL UMD 3.1 over TCP': 'tsl31+tcp://0.0.0.0:5727',
  'TSL UMD 5.0 over UDP': 'tsl5+udp://0.0.0.0:8900',
  'TSL UMD 5.0 over TCP': 'tsl5+tcp://0.0.0.0:8900',
} as const;

/** How to connect a switcher: the command that starts the tally agent beside it. */
function AgentCommand({ sourceId }: { sourceId: string }) {
  const [kind, setKind] = useState<keyof typeof switchers>('vMix');
  const { origin } = location;
  const command = `npx ${origin}/tally-agent.tgz --server ${origin} --source ${sourceId} --token TOKEN --switcher ${switchers[kind]}`;
  return (
    <div className="grid gap-2 text-sm">
      <p className="text-muted">
        Run this on a computer that reaches the switcher; it needs Node.js 24, and connects outwards alone. TOKEN is an{' '}
        <Link href="/organization/tokens" className="text-ink underline underline-offset-4">
          API token
        </Link>{' '}
        that may write.
      </p>
      <Select
        aria-label="Switcher"
        className="h-8"
        value={kind}
        onChange={({ target }) => setKind(target.value as keyof typeof switchers)}
      >
        {Object.keys(switchers).map((name) => (
          <option key={name}>{name}</option>
        ))}
      </Select>
      <CopyLine label="Command" value={command} hideLabel />
    </div>
  );
}
