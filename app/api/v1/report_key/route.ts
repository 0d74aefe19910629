import * as reports from '@/lib/contracts/api/reports';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';
import { readSigningKey } from '@/lib/platform/db/signing-key';
import { installationName } from '@/lib/use-cases/reports/get-signed-report';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  endpoint(reports.getReportKey, async () => {
    const { publicHex } = await readSigningKey();
    const attributes = { algorithm: 'Ed25519' as const, public_key: publicHex, installation: installationName() };
    return { data: { type: 'report_key' as const, attributes } };
  }),
);
