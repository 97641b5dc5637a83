import { refreshProfile } from '../features/auth/api.ts';
import { forgetBookings } from '../features/history/last-seen.ts';
import { whenForbidden } from '../lib/api.ts';
import { keepFocus } from '../lib/keep-focus.ts';
import { queryClient } from '../lib/query-client.ts';
import { startSession, useSession } from '../lib/session.ts';
import { live } from '../lib/socket.ts';
import { whenIdle } from '../lib/when-idle.ts';
import { keepShellForOffline } from './offline-shell.ts';

/** Reads the stored session, then lets everything that depends on who is logged in follow it. */
export function start(): void {
  startSession();
  const { token } = useSession.getState();
  void live.follow(token, whenIdle());
  if (token) void whenIdle().then(() => refreshProfile(token));
  whenForbidden((refusedToken, code) => {
    if (code === 'TOTP_REQUIRED' || code === 'PASSWORD_TOO_WEAK') useSession.setState({ adminRefusal: code });
    else void refreshProfile(refusedToken);
  });
  useSession.subscribe((session, before) => {
    if (session.token === before.token) return;
    queryClient.clear();
    forgetBookings();
    void live.follow(session.token);
  });
  keepShellForOffline();
  keepFocus();
  // Prices are on the first view of most pages: a sign that came later would have the whole page styled again.
  // It may fail without a network; whatever is drawn then asks for it again.
  document.fonts.load('1em "Hanken Grotesk"', '₹').catch(() => undefined);
}
