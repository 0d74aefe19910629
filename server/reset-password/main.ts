import { AppError } from '@/lib/core/errors';
import { resetPasswordEnv } from '@/lib/platform/env/reset-password-env';
import { exitWithMessage } from '@/lib/platform/process/exit-with-message';
import { createPasswordResetFor } from '@/lib/use-cases/accounts/password-reset/password-reset';

/**
 * The reset-password program: prints a link that sets a new password, where no admin and no e-mail can help. It needs the
 * database, which opens every account anyway.
 */
async function main([email = '']: string[]): Promise<void> {
  const { PUBLIC_URL } = resetPasswordEnv();
  if (!email) throw new AppError('invalid_input', 'Name the e-mail address: npm run reset-password E-MAIL');
  const reset = await createPasswordResetFor(email);
  if (!reset) throw new AppError('not_found', `No account has the e-mail address ${email}.`);
  const page = `/reset-password#${reset.secret}`;
  process.stdout.write(
    PUBLIC_URL
      ? `Set a new password here, within one hour and once:\n${PUBLIC_URL}${page}\n`
      : `Set a new password on this page of your server, within one hour and once:\n${page}\n`,
  );
  process.exit(0);
}

await main(process.argv.slice(2)).catch(exitWithMessage);
