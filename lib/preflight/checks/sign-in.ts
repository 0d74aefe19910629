import { z } from 'zod';
import { errorText } from '@/lib/core/error-text';
import { reachEnv } from '@/lib/platform/env/reach-env';
import { type Check, ok, problem, warning } from '../check-result';

const timeoutMs = 5_000;

const discoverySchema = z.object({
  issuer: z.string(),
  jwks_uri: z.url(),
  claims_supported: z.array(z.string()).optional(),
});
type Discovery = z.infer<typeof discoverySchema>;

/** Whether the identity provider answers, is the one in the settings, and says what a sign-in needs. */
export const checkSignIn: Check = async () => {
  const { OIDC_ISSUER, OIDC_TRUST_EMAIL } = reachEnv();
  if (!OIDC_ISSUER) return [ok('sign_in', 'No identity provider is set: people sign in by password.')];
  try {
    const discovery = discoverySchema.parse(
      await readJson(`${OIDC_ISSUER.replace(/\/$/, '')}/.well-known/openid-configuration`),
    );
    await readJson(discovery.jwks_uri);
    return judgeProvider(discovery, { issuer: OIDC_ISSUER, trustsEmail: OIDC_TRUST_EMAIL });
  } catch (error) {
    const text = `The identity provider ${OIDC_ISSUER} cannot be used: ${errorText(error)}.`;
    return [problem('sign_in', text, 'Correct OIDC_ISSUER, and let this server reach it by HTTPS.')];
  }
};

/** Judges what a provider says of itself. */
export function judgeProvider(discovery: Discovery, { issuer, trustsEmail }: { issuer: string; trustsEmail: boolean }) {
  if (discovery.issuer !== issuer) {
    const text = `The identity provider calls itself ${discovery.issuer}, and OIDC_ISSUER is ${issuer}.`;
    return [problem('sign_in', text, 'Set OIDC_ISSUER to exactly what the provider calls itself.')];
  }
  const { claims_supported: claims } = discovery;
  if (!trustsEmail && claims && !claims.includes('email_verified')) {
    const fix =
      'Where its admins alone give people their addresses, as in an Entra ID tenant of your own, set OIDC_TRUST_EMAIL=true.';
    const text = 'The identity provider does not list the claim “email_verified”, without which nobody new gets in.';
    return [warning('sign_in', text, fix)];
  }
  return [ok('sign_in', `The identity provider ${issuer} answers.`)];
}

async function readJson(url: string): Promise<unknown> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) });
  if (!answer.ok) throw new Error(`${url} answers with status ${answer.status}`);
  return answer.json();
}
