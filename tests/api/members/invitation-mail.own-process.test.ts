import { afterAll, beforeAll, expect, test } from 'vitest';
import type { NewInvitationJson } from '@/lib/contracts/organization/members';
import { newId } from '@/lib/core/id';
import { SmtpInbox } from '../../support/mail/smtp-inbox';

let inbox: SmtpInbox;

beforeAll(async () => {
  inbox = await SmtpInbox.start();
  // Before the settings are read, once.
  Object.assign(process.env, {
    SMTP_URL: inbox.url,
    MAIL_FROM: 'shows@example.com',
    PUBLIC_URL: 'https://shows.example.com',
  });
});

afterAll(() => inbox.stop());

test('nothing in an invitation’s e-mail is of anybody’s choice, and one address gets few', async () => {
  const { POST: create } = await import('@/app/api/v1/invitations/route');
  const { updateOrganization } = await import('@/lib/use-cases/members/organization');
  const { updateAccount } = await import('@/lib/use-cases/accounts/account');
  const { call } = await import('../../support/api/api');
  const { makeUser } = await import('../../support/api/factories');
  const mailbox = newId();
  for (let organization = 0; organization < 3; organization++) {
    const { token, actor } = await makeUser();
    await updateOrganization(actor, { name: 'Your account is blocked, call 555-0100' });
    await updateAccount(actor, { user: { first_name: 'See evil.example' } });
    const answers: unknown[] = [];
    for (const tag of ['', '+1', '', '+a', '+b', '+c']) {
      const body = { invitation: { role: 'viewer', email: `${mailbox}${tag}@example.com` } };
      answers.push((await call(create, { method: 'POST', token, body })).status);
    }
    expect(answers).toEqual([201, 201, 201, 201, 201, 429]);
  }
  const mails = inbox.mails.filter(({ to }) => to[0]?.startsWith(mailbox));
  expect(mails).toHaveLength(10);
  for (const { headers, text } of mails) expect(headers + text).not.toMatch(/blocked|evil|555/);
});

test('an invitation for an e-mail address goes there, with its link; one that cannot be sent is made all the same', async () => {
  const { POST: create } = await import('@/app/api/v1/invitations/route');
  const { call } = await import('../../support/api/api');
  const { makeUser } = await import('../../support/api/factories');
  const { token } = await makeUser();
  const email = `${newId()}@example.com`;
  const invite = async () => {
    const body = { invitation: { role: 'viewer', email } };
    const answer = await call(create, { method: 'POST', token, body });
    expect(answer.status).toBe(201);
    return (answer.body as { data: NewInvitationJson }).data.attributes;
  };
  const { secret, is_mailed: isMailed } = await invite();
  expect(isMailed).toBe(true);
  const { text, headers, to } = await inbox.mailTo(email);
  expect(to).toEqual([email]);
  expect(headers).toContain('Subject: You are invited to Sightline');
  expect(text).toContain(`https://shows.example.com/invite#${secret}`);
  await inbox.stop();
  expect(await invite()).toMatchObject({ is_mailed: false, email });
});
