'use client';

import Link from 'next/link';
import { useState } from 'react';
import { CopyLine } from '@/components/stream/connection/copy-line';
import { Select } from '@/components/ui/select';

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
export function AgentCommand({ sourceId }: { sourceId: string }) {
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
