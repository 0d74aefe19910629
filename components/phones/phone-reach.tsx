import { isLoopbackHost } from '@/components/camera-source/ingest-addresses';
import { Alert } from '@/components/ui/alert';

/** Says why a phone could not open this page's address, if so. */
export function PhoneReach() {
  if (isLoopbackHost(location.hostname)) {
    return (
      <Alert>
        A phone cannot reach {location.hostname}. Open this page by the server’s name or address in the network, with
        https, and the code will work.
      </Alert>
    );
  }
  if (location.protocol === 'https:') return null;
  return (
    <Alert>
      Phones open their camera over https only, and this page is open over http. docs/tls.md shows how to set up https.
    </Alert>
  );
}
