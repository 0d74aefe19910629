import type { Metadata } from 'next';
import { ColourReference } from '@/components/design/colour-reference';

export const metadata: Metadata = { title: 'Color Preview' };

export default function ColoursPage() {
  return <ColourReference />;
}
