'use client';

import dynamic from 'next/dynamic';
import { Button } from '@/components/ui/button';
import { Dialog, DialogContent, DialogTitle, DialogTrigger } from '@/components/ui/dialog';

const MovingCode = dynamic(() => import('./moving-code').then(({ MovingCode }) => MovingCode), { ssr: false });

/** How to bring cameras in step, and the code that they look at. */
export function CalibrationScreen() {
  return (
    <div className="mx-auto grid max-w-2xl gap-6 px-4 py-12">
      <h1 className="font-semibold text-xl">Bring cameras in step</h1>
      <ol className="grid list-decimal gap-2 pl-5 text-base">
        <li>Record all cameras of the show.</li>
        <li>Show the code, and turn the screen’s brightness up.</li>
        <li>
          Point every camera at it for three seconds. The code should fill a fifth of the picture’s height or more.
        </li>
        <li>Open the recordings at that moment, and press Measure offsets.</li>
      </ol>
      <p className="text-muted text-sm">The code changes twenty times a second.</p>
      <Dialog>
        <DialogTrigger asChild>
          <Button variant="primary" className="justify-self-start">
            Show the code
          </Button>
        </DialogTrigger>
        <DialogContent
          aria-describedby={undefined}
          className="light h-dvh max-h-none w-screen max-w-none rounded-none border-0 bg-white p-0"
        >
          <DialogTitle className="sr-only">Moving code</DialogTitle>
          <MovingCode />
        </DialogContent>
      </Dialog>
    </div>
  );
}
