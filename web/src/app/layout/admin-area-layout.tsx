import { useSession } from '../../lib/session.ts';
import { AdminLayout } from './admin-layout.tsx';
import { PageColumn, SiteLayout } from './site-layout.tsx';

/** Staff check tickets in and see nothing else of the admin area: for them the check-in is a page like the customers'. */
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
