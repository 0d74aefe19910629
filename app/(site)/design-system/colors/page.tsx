import type { Metadata } from 'next';
import { ColorReference } from '@/components/design/color-reference';

export const metadata: Metadata = { title: 'Color Preview' };

export default function ColorsPage() {
  return <ColorReference />;
}
