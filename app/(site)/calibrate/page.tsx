import type { Metadata } from 'next';
import { CalibrationScreen } from '@/components/calibration/calibration-screen';

export const metadata: Metadata = { title: 'Bring cameras in step' };

export default function CalibratePage() {
  return <CalibrationScreen />;
}
