'use client';

import { SegmentedControl } from '@/components/controls/segmented-control';
import { useProduct } from '@/components/shell/product';
import { isLoopbackHost, useHostChoice, useSrtHost } from './ingest-addresses';

/** On a page opened on localhost: that no other machine can use its addresses, and the choice of those that work. */
export function LocalhostNote({ name }: { name: string }) {
  const { pageHost, lanAddresses, choose } = useHostChoice();
  const { hostname } = useSrtHost();
  const { srtHost } = useProduct();
  if (srtHost || !isLoopbackHost(pageHost)) return null;
  const options = [pageHost, ...lanAddresses].map((value) => ({ value, text: value }));
  return (
    <div className="grid gap-2">
      <p className="text-muted text-sm">
        <span>
          {isLoopbackHost(hostname)
            ? `These addresses say ${hostname}, which only this machine can reach.`
            : 'Encoders and players in the same network reach this machine by this address.'}
        </span>
        {lanAddresses.length === 0 ? (
          <span>{' For encoders elsewhere, open this page by the machine’s address in the network.'}</span>
        ) : null}
      </p>
      {lanAddresses.length > 0 ? (
        <SegmentedControl
          legend="Address of this machine"
          name={name}
          options={options}
          value={hostname}
          onChange={choose}
        />
      ) : null}
    </div>
  );
}
