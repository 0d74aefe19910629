'use client';

import { useState } from 'react';
import { FormFailure } from '@/components/controls/failure';
import { Field, SelectField } from '@/components/controls/field';
import { Button } from '@/components/ui/button';
import { useSetPtz } from '@/lib/browser/ptz/use-ptz';
import { type PtzProtocol, ptzProtocolNames, ptzProtocols } from '@/lib/contracts/ptz-protocols';
import type { MemberStreamJson } from '@/lib/contracts/streams';

const none = 'none';

/** How the server turns a camera: by which protocol, and where. */
export function PtzSettings({ stream }: { stream: MemberStreamJson }) {
  const { ptz } = stream.attributes;
  const saving = useSetPtz();
  const [protocol, setProtocol] = useState<PtzProtocol | null>(ptz?.protocol ?? null);
  const save = (fields: FormData) => {
    const text = (name: string) => String(fields.get(name) ?? '').trim();
    const username = text('username');
    const login = username ? { username, password: String(fields.get('password') ?? '') } : undefined;
    const control = protocol && { protocol, host: text('host'), port: Number(fields.get('port')), login };
    saving.mutate({ id: stream.id, ptz: control });
  };

  return (
    <form
      method="post"
      aria-label="PTZ control"
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        save(new FormData(event.currentTarget));
      }}
    >
      <SelectField
        label="PTZ control"
        value={protocol ?? none}
        onChange={({ currentTarget: { value } }) => setProtocol(value === none ? null : (value as PtzProtocol))}
      >
        <option value={none}>None</option>
        {ptzProtocolNames.map((name) => (
          <option key={name} value={name}>
            {`${ptzProtocols[name].words}: ${ptzProtocols[name].cameras}`}
          </option>
        ))}
      </SelectField>
      {protocol ? (
        <div className="grid grid-cols-[minmax(0,1fr)_7rem] gap-3">
          <Field
            label="Camera’s address"
            name="host"
            required
            defaultValue={ptz?.host}
            placeholder="192.168.1.88"
            autoComplete="off"
          />
          <Field
            // Each protocol has a port of its own.
            key={protocol}
            label="Port"
            name="port"
            type="number"
            min={80}
            max={65_535}
            required
            defaultValue={protocol === ptz?.protocol ? ptz.port : ptzProtocols[protocol].port}
          />
        </div>
      ) : null}
      {protocol === 'onvif' ? (
        <div className="grid items-start gap-3 sm:grid-cols-2">
          <Field label="User name" name="username" autoComplete="off" hint="Empty: the stored one stays." />
          <Field label="Password" name="password" type="password" autoComplete="new-password" />
        </div>
      ) : null}
      <FormFailure error={saving.error} text="Failed to save the PTZ control" />
      {protocol || ptz ? (
        <Button type="submit" className="justify-self-start" disabled={saving.isPending}>
          {saving.isPending ? 'Saving…' : 'Save PTZ control'}
        </Button>
      ) : null}
    </form>
  );
}
