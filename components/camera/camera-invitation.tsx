import { type FormEvent, type ReactNode, useState } from 'react';
import { Field } from '@/components/controls/field';
import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import type { OpenedInvite } from '@/lib/browser/camera/camera-link';
import type { CameraSession } from '@/lib/browser/camera/camera-session';
import { lengths } from '@/lib/contracts/limits';
import type { SourceKind } from '@/lib/contracts/source-kinds';
import { deviceKind, heldSentence, isInApp } from './camera-words';

interface CameraInvitationProps {
  invite: OpenedInvite;
  session: CameraSession;
  /** In place of the camera's button, where browsers open none: what to do first. */
  needsHttps?: ReactNode;
}

/** Phones have apps that open by a link; elsewhere OBS and hardware speak WHIP. */
const appKind = (): SourceKind => (deviceKind(navigator) === 'other' ? 'phone' : 'srt');

/** Says who invites to what, and asks for the camera once. */
export function CameraInvitation({ invite, session, needsHttps }: CameraInvitationProps) {
  const [isJoining, setJoining] = useState(false);
  const { state } = session.capture;
  const { status } = state;
  const isHeld = status === 'interrupted' && state.isHeld;
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { submitter } = event.nativeEvent as SubmitEvent;
    const form = new FormData(event.currentTarget, submitter);
    const person = String(form.get('person') ?? '');
    setJoining(true);
    await (form.get('way') === 'app' ? session.beginByApp(person, appKind()) : session.begin(person));
    setJoining(false);
  };
  return (
    <main className="mx-auto grid min-h-dvh max-w-sm content-center gap-6 p-6">
      <div className="grid gap-2">
        <h1 dir="auto" className="wrap-anywhere font-semibold text-xl tracking-tight">
          Film {invite.event_name}
        </h1>
        <p className="wrap-anywhere text-md text-muted">
          {invite.hands_over ? (
            <>
              {invite.invited_by ?? invite.organization_name} hands you the camera “{invite.label}” of{' '}
              {invite.organization_name}. When you start, the phone that films now stops. No app or account needed.
            </>
          ) : (
            <>
              {invite.invited_by ?? invite.organization_name} invites you to be the camera “{invite.label}” for{' '}
              {invite.organization_name}. Your picture and sound go live from this phone. No app or account needed.
            </>
          )}
        </p>
      </div>
      {status === 'denied' ? (
        <Alert variant="destructive">
          This browser blocks the camera or the microphone. Allow both for this site in the browser’s settings, then try
          again.
        </Alert>
      ) : null}
      {isInApp(navigator.userAgent) ? (
        <Alert>
          This page is open inside of another app, which may block the camera. Open the link in Safari or Chrome: look
          for “Open in browser” in the app’s menu.
        </Alert>
      ) : session.link.isLasting ? null : (
        <Alert>
          This browser forgets this page when you close it. Open the link in a tab that is not private, or keep the page
          open.
        </Alert>
      )}
      {isHeld ? <Alert>{heldSentence}</Alert> : null}
      {status === 'missing' ? (
        <Alert variant="destructive">The browser finds no camera on this device. Connect one, then try again.</Alert>
      ) : null}
      <form onSubmit={submit} className="grid gap-4">
        <Field
          label="Your name"
          name="person"
          defaultValue={session.link.person}
          placeholder="So that the director knows you"
          autoComplete="given-name"
          maxLength={lengths.name.max}
          required
        />
        {needsHttps ?? (
          <Button type="submit" variant="primary" size="form" className="h-14 text-md" disabled={isJoining}>
            {isHeld
              ? 'Waiting for the camera…'
              : isJoining
                ? 'Starting…'
                : status === 'idle'
                  ? 'Start camera'
                  : 'Try again'}
          </Button>
        )}
        <Button type="submit" name="way" value="app" size="form" disabled={isJoining && !isHeld}>
          Use another app
        </Button>
      </form>
      {needsHttps ? null : (
        <p className="text-faint text-sm">
          Keep this page open while you film: browsers stop the camera in the background.
        </p>
      )}
    </main>
  );
}
