import type { Metadata } from 'next';
import { CameraScreen } from '@/components/camera/camera-screen';

export const metadata: Metadata = { title: 'Camera', robots: { index: false } };

export default function CameraPage() {
  return <CameraScreen />;
}
