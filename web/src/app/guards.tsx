/**
 * Route guards. They subscribe to the session, so a login, a logout in any tab and a session ended by the server all lead to
 * the right page.
 */
import type { Role } from '@moviebooking/contract/accounts';
import { Fragment } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { useSession } from '../lib/session.ts';
import { destinationIn, destinationState } from './destination.ts';

/** Redirects again after Back or Forward, which would otherwise show an empty page. */
function Redirect({ to, state }: { to: string; state?: unknown }) {
  const { key } = useLocation();
  return <Navigate key={key} to={to} state={state} replace />;
}

export function LoggedOutOnly() {
  const { isAuthenticated, user } = useSession();
  const { state } = useLocation();
  return isAuthenticated ? <Redirect to={destinationIn(state, user?.id)} /> : <Outlet />;
}

export function RequireSession() {
  const session = useSession();
  const location = useLocation();
  const { token } = session;
  if (!token) return <Redirect to="/login" state={destinationState(location, session)} />;
  // Remounts for another user, so nothing of the previous one stays on the screen.
  return (
    <Fragment key={token}>
      <Outlet />
    </Fragment>
  );
}

export const RequireAdmin = () => <RequireRole roles={['ADMIN']} />;

/** For everyone who may check tickets in. */
export const RequireStaff = () => <RequireRole roles={['ADMIN', 'STAFF']} />;

function RequireRole({ roles }: { roles: Role[] }) {
  const { user, adminRefusal } = useSession();
  if (!user || !roles.includes(user.role)) return <Redirect to="/movies" />;
  return adminRefusal ? <Redirect to="/profile" /> : <Outlet />;
}
