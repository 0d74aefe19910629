import type { MemberStreamJson } from '@/lib/contracts/streams';

/** Spec, section 7. */
const inputPort = 20011;
const outputPort = 20012;

/** Where a stream runs, for debugging. */
export function PodDetails({ stream }: { stream: MemberStreamJson }) {
  const { pod_name: podName, pod_ip: podIp } = stream.attributes;
  const lines = [
    ['Pod name', podName ?? 'none'],
    ['Pod IP', podIp ?? 'none'],
    ['Input port', inputPort],
    ['Output port', outputPort],
  ];
  return (
    <section className="grid gap-2 border-t pt-4">
      <h3 className="font-medium">Debug</h3>
      <dl className="grid gap-1 text-sm">
        {lines.map(([name, value]) => (
          <div key={name} className="flex justify-between gap-4">
            <dt className="text-muted">{name}</dt>
            <dd className="min-w-0 break-all text-right font-mono">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
