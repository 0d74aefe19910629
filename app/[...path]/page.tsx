import { RedirectHome } from '@/components/auth/redirect-home';

export default function UnknownPage() {
  return <RedirectHome />;
}
