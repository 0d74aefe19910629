import { escapeMarkup } from '@/lib/core/escape-markup';
import type { Mail } from './send-mail';

/** A paragraph, figures with their names, or links with their words. */
export type MailPart =
  | string
  | { figures: [name: string, value: string][] }
  | { links: [words: string, url: string][] };

/** An e-mail's body for programs that show HTML and for those that do not. Its texts may be of users. */
export const mailBody = (parts: MailPart[]): Required<Pick<Mail, 'text' | 'html'>> => ({
  text: parts.map(textOf).join('\n\n'),
  html: `<!doctype html><html lang="en"><body style="margin:0;padding:32px 16px"><div style="max-width:34em;margin:0 auto;font-family:system-ui,sans-serif;line-height:1.5">${parts.map(htmlOf).join('')}</div></body></html>`,
});

/** As the pages have it: ink on paper. The first link is what the e-mail is for. */
const buttonStyle =
  'display:inline-block;padding:10px 16px;border-radius:6px;background:#17191d;color:#ffffff;font-weight:500;text-decoration:none';
const linkStyle = 'color:inherit';

function textOf(part: MailPart): string {
  if (typeof part === 'string') return part;
  if ('figures' in part) return part.figures.map(([name, value]) => `${name}: ${value}`).join('\n');
  return part.links.map(([words, url]) => `${words}:\n${url}`).join('\n\n');
}

function htmlOf(part: MailPart): string {
  if (typeof part === 'string') return `<p>${escapeMarkup(part)}</p>`;
  if ('figures' in part) {
    const rows = part.figures.map(
      ([name, value]) =>
        `<tr><th scope="row" style="padding:2px 24px 2px 0;text-align:left;font-weight:normal">${escapeMarkup(name)}</th><td style="text-align:right">${escapeMarkup(value)}</td></tr>`,
    );
    return `<table style="border-collapse:collapse">${rows.join('')}</table>`;
  }
  return part.links
    .map(
      ([words, url], index) =>
        `<p><a href="${escapeMarkup(url)}" style="${index === 0 ? buttonStyle : linkStyle}">${escapeMarkup(words)}</a></p>`,
    )
    .join('');
}
