/**
 * Who may see what. The guards subscribe to the session, so that a login, a logout here or in another tab, and a session
 * that the server ended all lead to the right page.
 */
import type { Role } from '@moviebooking/contract/accounts';
import { Fragment } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { useSession } from '../lib/session.ts';

/** Goes there again when Back or Forward came in between: otherwise the page would stay empty. */
function Redirect({ to }: { to: string }) {
  const { key } = useLocation();
  return <Navigate key={key} to={to} replace />;
}

export function LoggedOutOnly() {
  const isAuthenticated = useSession((session) => session.isAuthenticated);
  return isAuthenticated ? <Redirect to="/movies" /> : <Outlet />;
}

export function RequireSession() {
  const token = useSession((session) => session.token);
  if (!token) return <Redirect to="/login" />;
  // Another user means another page: nothing that the last one was doing may stay on the screen.
  return (
    <Fragment key={token}>
      <Outlet />
    </Fragment>
  );
}

export const RequireAdmin = () => <RequireRole roles={['ADMIN']} />;

/** Who checks tickets in. */
export const RequireStaff = () => <RequireRole roles={['ADMIN', 'STAFF']} />;

function RequireRole({ roles }: { roles: Role[] }) {
  const { user, adminRefusal } = useSession();
  if (!user || !roles.includes(user.role)) return <Redirect to="/movies" />;
  return adminRefusal ? <Redirect to="/profile" /> : <Outlet />;
}
