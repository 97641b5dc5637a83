import { useEffect } from 'react';
import { useSession } from '../../lib/session.ts';
import { AdminLayout } from './admin-layout.tsx';
import { PageColumn, SiteLayout } from './site-layout.tsx';

/** The admin area's language, whatever the user's. */
const ENGLISH = 'en-IN';

/** Staff see only the check-in page of the admin area, in the customers' layout. */
export function AdminAreaLayout() {
  const isAdmin = useSession((session) => session.user?.role === 'ADMIN');
  useEffect(() => {
    if (!isAdmin) return;
    const { documentElement: html } = document;
    const { lang } = html;
    html.lang = ENGLISH;
    return () => {
      html.lang = lang;
    };
  }, [isAdmin]);
  return isAdmin ? (
    <AdminLayout />
  ) : (
    <SiteLayout>
      <div lang={ENGLISH}>
        <PageColumn />
      </div>
    </SiteLayout>
  );
}
