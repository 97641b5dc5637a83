import { startMailServer } from '../../server/test/mail-server.ts';
import { post } from './api.ts';
import { useOwnServer } from './own-server.ts';

/** Routes all pages and calls of the test to a server that sends mail. */
export async function useServerWithMail() {
  const mailServer = await startMailServer();
  const admin = await useOwnServer({
    ...{ SMTP_URL: mailServer.url, MAIL_FROM: 'tickets@regal.example' },
    PUBLIC_URL: 'https://tickets.regal.example',
  });
  const linksTo = (email: string): string[] =>
    mailServer.mails
      .filter(({ recipients }) => recipients[0] === email)
      .map(({ text }) => /\/confirm-email#token=[\w-]+/.exec(text ?? '')?.[0] ?? '');
  return { admin, linksTo, mailServer };
}

export async function confirmAddress(link: string): Promise<void> {
  await post('/auth/confirm-email', { token: link.split('#token=')[1] });
}
