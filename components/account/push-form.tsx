'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import Link from 'next/link';
import { useEffect, useState } from 'react';
import { Failure } from '@/components/controls/failure';
import { Checkbox } from '@/components/controls/field';
import { SettingsForm } from '@/components/controls/settings-form';
import { useProductName } from '@/components/shell/product';
import { Button } from '@/components/ui/button';
import { api } from '@/lib/browser/api/api-client';
import { dataQuery } from '@/lib/browser/data/api-query';
import { queryKeys } from '@/lib/browser/data/query-keys';
import { type PushSupport, pushSupport, subscribe, unsubscribe } from '@/lib/browser/push/device-push';
import { defaultPushKinds, pushKindNames, pushKinds } from '@/lib/contracts/push-kinds';

/** Which alarms are pushed to this device; where that is impossible, why, and what helps. */
export function PushForm() {
  const [support, setSupport] = useState<PushSupport>();
  // The server knows nothing of the browser.
  useEffect(() => setSupport(pushSupport()), []);
  if (!support) return null;
  return support.isPossible ? (
    <DeviceForm />
  ) : (
    <p>
      {support.reason} <WebhookAdvice />
    </p>
  );
}

const WebhookAdvice = () => (
  <>
    An admin can have alarms sent to ntfy, Telegram, Discord or Slack instead, by a{' '}
    <Link href="/organization/webhooks" className="underline">
      webhook
    </Link>
    .
  </>
);

function DeviceForm() {
  const client = useQueryClient();
  const productName = useProductName();
  const push = useQuery(dataQuery(queryKeys.push, 'GET /push'));
  const options = { onSettled: () => client.invalidateQueries({ queryKey: queryKeys.push }) };
  const save = useMutation({
    mutationFn: async (kinds: string[]) => {
      const device = await subscribe(push.data?.attributes.public_key ?? '', productName);
      return api('PUT /push', { body: { push: Object.assign(device, { kinds }) } });
    },
    ...options,
  });
  const test = useMutation({ mutationFn: () => api('POST /push/test') });
  const end = useMutation({
    mutationFn: async () => {
      await api('DELETE /push');
      await unsubscribe();
    },
    ...options,
  });
  if (!push.data) return <Failure error={push.error} text="Failed to load what is pushed" />;
  const { kinds } = push.data.attributes;
  return (
    <div className="grid gap-4">
      <Failure error={test.error ?? end.error} text="Failed to change what is pushed" />
      <SettingsForm
        saving={save}
        failure={save.error?.message ?? ''}
        action={kinds ? 'Save' : 'Push to this device'}
        onSubmit={(form) => save.mutate(pushKindNames.filter((kind) => form.getAll('kinds').includes(kind)))}
      >
        <fieldset className="grid gap-1">
          <legend className="sr-only">Alarms</legend>
          {pushKindNames.map((kind) => (
            <Checkbox
              key={`${kind} ${kinds === null}`}
              name="kinds"
              value={kind}
              label={pushKinds[kind]}
              defaultChecked={(kinds ?? defaultPushKinds).includes(kind)}
            />
          ))}
        </fieldset>
      </SettingsForm>
      {kinds ? (
        <div className="flex flex-wrap items-center gap-2">
          <Button disabled={test.isPending} onClick={() => test.mutate()}>
            Send test
          </Button>
          <Button disabled={end.isPending} onClick={() => end.mutate()}>
            Push no more
          </Button>
          {test.isSuccess ? <p role="status">Sent. It is here within seconds.</p> : null}
        </div>
      ) : null}
      <p className="text-muted text-sm">
        Alarms are quiet during a changeover. They come by the push service of your browser’s maker, so server and
        device need the internet. Without it: <WebhookAdvice />
      </p>
    </div>
  );
}
