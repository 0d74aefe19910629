import { RedirectHome } from '@/components/session/redirect-home';

export default function UnknownPage() {
  return <RedirectHome />;
}
