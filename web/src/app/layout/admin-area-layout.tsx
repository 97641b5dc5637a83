import { useSession } from '../../lib/session.ts';
import { AdminLayout } from './admin-layout.tsx';
import { PageColumn, SiteLayout } from './site-layout.tsx';

/** Staff see only the check-in page of the admin area, in the customers' layout. */
export function AdminAreaLayout() {
  const isAdmin = useSession((session) => session.user?.role === 'ADMIN');
  return isAdmin ? (
    <AdminLayout />
  ) : (
    <SiteLayout>
      <PageColumn />
    </SiteLayout>
  );
}
