import { refreshProfile } from '../features/auth/profile.ts';
import { whenForbidden } from '../lib/api.ts';
import { queryClient } from '../lib/query-client.ts';
import { startSession, useSession } from '../lib/session.ts';
import { live } from '../lib/socket.ts';

/** Reads the stored session, then lets everything that depends on who is logged in follow it. */
export function start(): void {
  startSession();
  const { token } = useSession.getState();
  void live.follow(token);
  if (token) void refreshProfile(token);
  whenForbidden((refusedToken) => void refreshProfile(refusedToken));
  useSession.subscribe((session, before) => {
    if (session.token === before.token) return;
    queryClient.clear();
    void live.follow(session.token);
  });
}
