import { refreshProfile } from '../features/auth/api.ts';
import { forgetBookings } from '../features/history/remembered-bookings.ts';
import { whenForbidden } from '../lib/api.ts';
import { keepFocus } from '../lib/keep-focus.ts';
import { switchLanguage } from '../lib/language.ts';
import { forgetAnswers } from '../lib/last-seen.ts';
import { forgetTones } from '../lib/poster-tones.ts';
import { queryClient } from '../lib/query-client.ts';
import { startSession, useSession } from '../lib/session.ts';
import { live } from '../lib/socket.ts';
import { whenIdle } from '../lib/when-idle.ts';

/** Restores the stored session, then connects everything that depends on the logged-in user to it. */
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
    switchLanguage(session.user?.language);
    if (session.token === before.token) return;
    queryClient.clear();
    forgetBookings();
    forgetAnswers();
    forgetTones();
    void live.follow(session.token);
  });
  keepShellForOffline();
  keepFocus();
  // Most pages show prices: loading the rupee sign later would restyle the whole page. Offline this may fail; the browser
  // then requests the font again when it draws one.
  document.fonts.load('1em "Hanken Grotesk"', '₹').catch(() => undefined);
}

/** Downloading the whole app for offline use must not slow down what the user is doing. */
const AFTER_LOAD_MS = 3_000;

/** Registers the service worker (/sw.js), so the app opens offline. */
function keepShellForOffline(): void {
  if (!import.meta.env.PROD || !navigator.serviceWorker) return;
  const register = () => {
    // Offline, the attempt would only log an error.
    if (navigator.onLine) void navigator.serviceWorker.register('/sw.js').catch(() => {});
  };
  const afterLoad = () => setTimeout(() => whenIdle().then(register), AFTER_LOAD_MS);
  if (document.readyState === 'complete') afterLoad();
  else window.addEventListener('load', afterLoad, { once: true });
}
