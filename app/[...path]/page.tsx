import { RedirectHome } from '@/components/auth/redirects';

export default function UnknownPage() {
  return <RedirectHome />;
}
